// Session files for tests, written into a temporary folder of the test.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface SessionText {
  id?: string;
  cwd?: string;
  /** ms since 1970: the header's; each entry is written a second after the one before. */
  began?: number;
  /** Texts of the person and the assistant in turn. */
  messages?: string[];
  name?: string;
}

/** A session of version 3, as pi writes one. */
export function sessionText(session: SessionText = {}): string {
  const {
    id = 'session-1',
    cwd = '/workspace',
    began = Date.UTC(2026, 10, 21),
    messages = [],
    name,
  } = session;
  const lines: object[] = [
    { type: 'session', version: 3, id, timestamp: new Date(began).toISOString(), cwd },
  ];
  for (const [i, text] of messages.entries()) {
    const timestamp = began + (i + 1) * 1000;
    const role = i % 2 === 0 ? 'user' : 'assistant';
    const message = { role, content: [{ type: 'text', text }], timestamp: timestamp - 5 };
    lines.push({ type: 'message', ...linkOf(i), timestamp: new Date(timestamp).toISOString(), message });
  }
  if (name !== undefined) {
    const timestamp = new Date(began + messages.length * 1000).toISOString();
    lines.push({ type: 'session_info', ...linkOf(messages.length), timestamp, name });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

export async function writeFileIn(folder: string, name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

function linkOf(position: number): { id: string; parentId: string | null } {
  return { id: `entry-${position}`, parentId: position === 0 ? null : `entry-${position - 1}` };
}
