// Suggests a commit message: the user's requests in the turns whose changes are committed.
import { isCommitted } from '../../state/agent/changed-lines.ts';
import type { ChangedTurn } from '../../../shared/changes.ts';
import { cutText } from '../../../shared/view/cut-text.ts';

/** The customary maximum length of a subject line. */
const MAX_SUBJECT = 72;
/** A cut after fewer characters would leave too little of the text. */
const LEAST_CLAUSE = 20;

export interface Suggested {
  /** Oldest first. */
  turns: readonly ChangedTurn[];
  /** The user's message that began a turn; undefined if the page has not loaded it. */
  promptOf: (turn: string) => string | undefined;
  /** The name of the session. */
  name: string | null | undefined;
}

/**
 * Returns a message, or '' if the agent changed none of these files. Several turns are listed below the name of the
 * session.
 */
export function suggestMessage(paths: readonly string[], { turns, promptOf, name }: Suggested): string {
  const chosen = new Set(paths);
  const own = turns.filter(({ files }) =>
    files.some((file) => chosen.has(file.path) && !file.undone && !isCommitted(file)),
  );
  const lines = [...new Set(own.flatMap(({ id }) => firstLine(promptOf(id))))];
  const [only, ...others] = lines;
  if (others.length === 0) return cut(only ?? (own.length > 0 ? (name ?? '') : ''));
  return [cut(name || lines.at(-1)!), '', ...lines.map((line) => `- ${line}`)].join('\n');
}

/**
 * Returns a list with the first sentence of the first line that says what to do, or an empty list if there is none:
 * “Good.” and “Yes, go on” are about something else.
 */
function firstLine(text = ''): string[] {
  const line = text.trim().split('\n', 1)[0]!.replace(/\s+/g, ' ');
  const sentences = line.match(/.+?[.!?](?= |$)|.+$/g) ?? [];
  const sentence = sentences.map((one) => one.trim()).find((one) => !isReply(one));
  return sentence === undefined ? [] : [sentence.replace(/(?<=[^.])\.$/, '')];
}

const REPLY =
  /^(?:good|great|nice|perfect|fine|ok|okay|yes|yep|yeah|no|sure|right|thanks|thank you|please|go on|go ahead|continue|do it|done|well done|lgtm|proceed)\b/i;

/** Whether a sentence only answers, with at most a few words after that. */
function isReply(sentence: string): boolean {
  return REPLY.test(sentence) && sentence.split(' ').length < 5;
}

function cut(line: string): string {
  if (line.length <= MAX_SUBJECT) return line;
  const start = cutText(line, MAX_SUBJECT);
  const clause = Math.max(...[', ', '; ', ': ', ' ('].map((end) => start.lastIndexOf(end)));
  if (clause > LEAST_CLAUSE) return start.slice(0, clause);
  const at = start.lastIndexOf(' ', MAX_SUBJECT - 1);
  return `${cutText(start, at > LEAST_CLAUSE ? at : MAX_SUBJECT - 1).replace(/[,;:]$/, '')}…`;
}
