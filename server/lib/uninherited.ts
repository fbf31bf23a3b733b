// Files of this process that its programs would inherit: the package for pseudoterminals opens them without close-on-exec
// (1.1.0, on Linux). A program with such a file could read what a shell of the user shows, and type in it.
import { openSync } from 'node:fs';
import { devNull } from 'node:os';
import type { StdioOptions } from 'node:child_process';

const files = new Set<number>();
let nothing: number | null = null;

/** From now on, programs that are started do not get this file. Call the returned function once it is closed. */
export function keepFromPrograms(file: number): () => void {
  files.add(file);
  return () => files.delete(file);
}

/** Returns the same for a program that is to be started, with nothing in the place of these files. */
export function withoutOwnFiles(stdio: StdioOptions = 'pipe'): StdioOptions {
  if (files.size === 0) return stdio;
  const given = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio];
  nothing ??= openSync(devNull, 'r+');
  const count = Math.max(given.length, ...[...files].map((file) => file + 1));
  return Array.from({ length: count }, (_, n) => given[n] ?? (files.has(n) ? nothing : 'ignore'));
}
