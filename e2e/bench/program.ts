// A child process of the bench, in its own process group. Its errors carry the end of its stderr.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { StderrTail } from '../../server/agent/process/stderr-tail.ts';
import { stop } from '../../server/agent/process/stop.ts';
import type { Lab } from './lab.ts';

export interface ProgramOptions {
  /** The program and its arguments; no shell is involved. */
  argv: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** How long it may take to exit after the end of its input, in ms, before SIGTERM. */
  stdinPatience: number;
}

export interface Program {
  readonly child: ChildProcessWithoutNullStreams;
  /** Never resolves; rejects when the program ends on its own, with its exit and the end of its stderr. */
  readonly failed: Promise<never>;
  /** Resolves once it is gone. May be called again. */
  close: () => Promise<void>;
}

export function startProgram(lab: Lab, { argv, cwd, env, stdinPatience }: ProgramOptions): Program {
  const [file = '', ...args] = argv;
  const child = spawn(file, args, { cwd, env, detached: true, stdio: 'pipe' });
  const stderr = new StderrTail();
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  child.stdin.on('error', () => undefined); // The program has ended, which `failed` reports.
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
