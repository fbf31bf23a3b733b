// The gits that do what the user asked for. Their hooks may take minutes and ask questions, so the pages that wait for them
// show their output as it comes, answer, and can stop them.
import { randomUUID } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import type { GitOutput, GitQuestion } from '../../shared/git.ts';
import { Refusal } from '../../shared/refusal.ts';
import { LongPoll } from '../lib/long-poll.ts';
import type { AskedQuestion } from './ask/asking.ts';

/** Characters of output that are kept of one command. The oldest output is dropped first. */
const MAX_OUTPUT = 100_000;
/** Questions whose answer may be seen: a name, or whether a host is known. */
const OPEN_QUESTION = /^Username\b|\(yes\/no/;

interface Running {
  root: string;
  command: string;
  output: string;
  questions: { shown: GitQuestion; answer: AskedQuestion['answer'] }[];
  stop: () => void;
}

const running = new Set<Running>();
const changes = new LongPoll();
let revision = 0;

/** One git that was started in the folder `root`. */
export class WatchedOutput {
  readonly #decoder = new StringDecoder('utf8');
  readonly #one: Running;

  /** `stop`: ends it. */
  constructor(root: string, args: readonly string[], stop: () => void = () => undefined) {
    this.#one = { root, command: commandOf(args), output: '', questions: [], stop };
    running.add(this.#one);
  }

  add(chunk: Buffer): void {
    this.#one.output = withoutOverwritten(this.#one.output + this.#decoder.write(chunk)).slice(-MAX_OUTPUT);
    onChange();
  }

  /** Shows a question. Returns what to call when it is over. */
  ask({ question, isNotice, answer }: AskedQuestion): () => void {
    const kind = isNotice ? 'notice' : OPEN_QUESTION.test(question) ? 'text' : 'secret';
    const shown = { shown: { id: randomUUID(), text: question, kind } as const, answer };
    this.#one.questions.push(shown);
    onChange();
    return () => {
      this.#one.questions = this.#one.questions.filter((one) => one !== shown);
      onChange();
    };
  }

  /** Call this when git has ended: its result has the whole output. */
  end(): void {
    running.delete(this.#one);
    onChange();
  }
}

/** Returns the command as the user would type it, without settings that only the panel needs. */
export function commandOf(args: readonly string[]): string {
  let at = 0;
  while (args[at] === '-c') at += 2;
  return `git ${args.slice(at).join(' ')}`;
}

/** Removes what a program that counts on one line has overwritten. */
export function withoutOverwritten(output: string): string {
  return output.split('\n').map(shownPart).join('\n');
}

/** Returns what is shown of a line. An expression for this took a minute for a line of 200,000 characters. */
function shownPart(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end -= 1;
  return end === 0 ? line : line.slice(line.lastIndexOf('\r', end - 1) + 1);
}

/**
 * Resolves to the commands that run in this folder and have printed or asked something: at once, or once there is news
 * after the revision `seen`, or after a while.
 */
export async function pollGitOutput(root: string, seen: number | undefined): Promise<GitOutput> {
  if (seen !== undefined && seen >= revision) await changes.wait();
  const commands = runningIn(root).filter(({ output, questions }) => output !== '' || questions.length > 0);
  return {
    revision,
    commands: commands.map(({ command, output, questions }) => ({
      command,
      output,
      ...(questions.length > 0 && { questions: questions.map(({ shown }) => shown) }),
    })),
  };
}

/** Whether git does something in this folder that the user asked for. */
export function isGitRunning(root: string): boolean {
  return runningIn(root).length > 0;
}

/** Answers a question of git; null cancels it. Throws a Refusal 410 if nothing waits for it any more. */
export function answerQuestion(id: string, text: string | null): void {
  for (const { questions } of running)
    for (const { shown, answer } of questions)
      if (shown.id === id && shown.kind !== 'notice') return answer(text);
  throw new Refusal(410, 'answered', 'git no longer waits for this answer.');
}

/** Stops the gits that write in this folder, or all of them. Their requests say that they were stopped. */
export function stopWritingGits(root?: string): void {
  for (const one of running) if (root === undefined || one.root === root) one.stop();
}

const runningIn = (root: string): Running[] => [...running].filter((one) => one.root === root);

function onChange(): void {
  revision += 1;
  changes.onChange();
}
