// A child process that the bench starts, in its own process group. The error for its exit includes the last part of its
// stderr.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { StderrTail } from '../../../server/agent/process/stderr-tail.ts';
import { stop } from '../../../server/agent/process/stop.ts';
import type { Lab } from './lab.ts';

export interface ProgramOptions {
  /** The program and its arguments; no shell is involved. */
  argv: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** How long to wait between closing its stdin and sending SIGTERM, in ms. */
  stdinPatience: number;
}

export interface Program {
  readonly child: ChildProcessWithoutNullStreams;
  /** Never resolves. Rejects when the program exits or cannot be started. */
  readonly failed: Promise<never>;
  /** Resolves once it is gone. Safe to call more than once. */
  close: () => Promise<void>;
}

export function startProgram(lab: Lab, { argv, cwd, env, stdinPatience }: ProgramOptions): Program {
  const [file = '', ...args] = argv;
  const child = spawn(file, args, { cwd, env, detached: true, stdio: 'pipe' });
  const stderr = new StderrTail();
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  child.stdin.on('error', () => undefined); // Writing fails only if the program has ended, and `failed` reports that.
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  child.on('error', reject);
  child.once('exit', (code, signal) => {
    reject(new Error(`${argv.join(' ')} ended (${signal ?? code}). ${stderr.text.trim()}`));
  });
  const close = (): Promise<void> => stop(child, { stdin: stdinPatience, term: 15_000 });
  lab.onClose(close);
  return { child, failed, close };
}
