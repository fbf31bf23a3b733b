// Provides the size of the terminal where many extensions read it: in `process.stdout`, which is a pipe in RPC mode and
// has none. Without it they assume some size, and pi cuts what they draw beyond the real one.
import type { TerminalSize } from './stand-in-terminal.ts';

/** Has no effect if stdout is a terminal. After a reload, the newest `size` is used. */
export function provideStdoutSize(
  size: () => TerminalSize,
  stdout: NodeJS.WriteStream = process.stdout,
): void {
  if (stdout.isTTY) return;
  for (const name of ['columns', 'rows'] as const)
    Object.defineProperty(stdout, name, { get: () => size()[name], configurable: true });
}

/** Tells extensions that listen on stdout for a new size. */
export function announceStdoutSize(stdout: NodeJS.WriteStream = process.stdout): void {
  if (!stdout.isTTY) stdout.emit('resize');
}
