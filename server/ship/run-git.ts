// Runs a command of git that the user asked for, and refuses with git's own words if it fails.
import type { GitDone } from '../../shared/git.ts';
import { Refusal } from '../../shared/refusal.ts';
import { writeGit } from '../git/git.ts';
import { commandOf } from '../git/running-git.ts';
import { readGitState } from '../git/git-state.ts';

/** Characters of git's output in a refusal. Its end says why. */
const MAX_WORDS = 4000;

export interface GitAct {
  args: readonly string[];
  input?: string;
  /** Returns the code of the refusal. `output`: what git printed. */
  codeOf?: (output: string) => string | Promise<string>;
}

/** Runs the commands one after another, until one fails. Rejects with a Refusal 409 with git's words. */
export async function runGit(root: string, ...acts: readonly GitAct[]): Promise<GitDone> {
  const commands: GitDone['commands'] = [];
  for (const { args, input, codeOf = () => 'git_failed' } of acts) {
    const { status, output, isStopped } = await writeGit(root, args, input === undefined ? {} : { input });
    commands.push({ command: commandOf(args), output, status });
    if (isStopped) throw new Refusal(409, 'git_stopped', `${commandOf(args)} was stopped.`);
    if (status !== 0) throw new Refusal(409, await codeOf(output), wordsOf(output, status));
  }
  const state = await readGitState(root);
  return { commands, ...(state && 'files' in state && { state }) };
}

function wordsOf(output: string, status: number | null): string {
  const words = output.trim();
  if (words === '') return `git ended with ${status}`;
  return words.length > MAX_WORDS ? `…${words.slice(-MAX_WORDS)}` : words;
}
