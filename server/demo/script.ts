import type { Answer } from './answer.ts';
import { textOf, type ChatMessage } from './chat.ts';

const MARK = '[[script]]';

/**
 * The answer that a person or a test wrote into a prompt: everything after `[[script]]` is a JSON array of
 * answers, played one per turn. The newest message with a script counts, also when others were steered in
 * behind it. Undefined when there is none, or when it has been played to its end.
 */
export function scriptedAnswer(messages: readonly ChatMessage[]): Answer | undefined {
  const at = messages.findLastIndex((message) => message.role === 'user' && textOf(message).includes(MARK));
  const message = messages[at];
  if (!message) return undefined;

  const answers = parseScript(textOf(message));
  if (typeof answers === 'string') return { steps: [{ text: answers }] };
  const turn = messages.slice(at).filter(({ role }) => role === 'assistant').length;
  return (
    answers[turn] ??
    (isNewestPrompt(messages, at) ? { steps: [{ text: 'The script has ended.' }] } : undefined)
  );
}

/** The answers, or what is wrong with the script in words for the one who wrote it. */
function parseScript(text: string): Answer[] | string {
  try {
    const answers: unknown = JSON.parse(text.slice(text.lastIndexOf(MARK) + MARK.length));
    if (Array.isArray(answers) && answers.every(isAnswer)) return answers;
    return 'The script is no JSON array of objects with "steps" or "status".';
  } catch (error) {
    return `The script cannot be read: ${String(error)}`;
  }
}

function isAnswer(value: unknown): value is Answer {
  if (typeof value !== 'object' || value === null) return false;
  return 'steps' in value
    ? Array.isArray(value.steps)
    : 'status' in value && typeof value.status === 'number';
}

function isNewestPrompt(messages: readonly ChatMessage[], at: number): boolean {
  return !messages.slice(at + 1).some(({ role }) => role === 'user');
}
