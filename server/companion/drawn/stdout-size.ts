// Sets the size of the terminal on `process.stdout`, where many extensions read it. In RPC mode stdout is a pipe
// without a size. Extensions then assume one, and pi cuts what they draw beyond the real size.
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

/** Announces a new size to extensions that listen on stdout. */
export function announceStdoutSize(stdout: NodeJS.WriteStream = process.stdout): void {
  if (!stdout.isTTY) stdout.emit('resize');
}
