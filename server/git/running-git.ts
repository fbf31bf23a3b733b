// What git prints while it does what the user asked for. Its hooks may take minutes, so the pages that wait for it show
// their output as it comes.
import { StringDecoder } from 'node:string_decoder';
import type { GitOutput } from '../../shared/git.ts';
import { LongPoll } from '../lib/long-poll.ts';

/** Characters of output that are kept of one command. The oldest output is dropped first. */
const MAX_OUTPUT = 100_000;

interface Running {
  root: string;
  command: string;
  output: string;
}

const running = new Set<Running>();
const changes = new LongPoll();
let revision = 0;

/** One git that was started in the folder `root`. */
export class WatchedOutput {
  readonly #decoder = new StringDecoder('utf8');
  readonly #one: Running;

  constructor(root: string, args: readonly string[]) {
    this.#one = { root, command: `git ${args.join(' ')}`, output: '' };
    running.add(this.#one);
  }

  add(chunk: Buffer): void {
    this.#one.output = (this.#one.output + this.#decoder.write(chunk)).slice(-MAX_OUTPUT);
    onChange();
  }

  /** Call this when git has ended: its result has the whole output. */
  end(): void {
    running.delete(this.#one);
    onChange();
  }
}

/**
 * Resolves to the commands that run in this folder and have printed something: at once, or once there is news after the
 * revision `seen`, or after a while.
 */
export async function pollGitOutput(root: string, seen: number | undefined): Promise<GitOutput> {
  if (seen !== undefined && seen >= revision) await changes.wait();
  const commands = [...running].filter((one) => one.root === root && one.output !== '');
  return { revision, commands: commands.map(({ command, output }) => ({ command, output })) };
}

function onChange(): void {
  revision += 1;
  changes.onChange();
}
