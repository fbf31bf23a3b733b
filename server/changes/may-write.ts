// Which tools are recorded, because they may change files.

/** Tools that only read. */
const READERS = new Set(['read', 'grep', 'find', 'ls', 'read_terminal', 'look_at_preview']);

/** Whether a tool may change files. Tools of extensions are unknown, so they may. */
export function mayWrite(tool: string): boolean {
  return !READERS.has(tool);
}
