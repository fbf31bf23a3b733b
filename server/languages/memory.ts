// How much memory a program and what it has started take.
import { readFile } from 'node:fs/promises';
import { listBelow } from '../agent/process/processes.ts';

/** Returns the bytes that are in memory; null where the system has no /proc. */
export async function memoryOf(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const below = await listBelow(pid);
  const sizes = await Promise.all([pid, ...below.map((one) => one.pid)].map(residentBytes));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** 0 for a process that has ended in the meantime. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
