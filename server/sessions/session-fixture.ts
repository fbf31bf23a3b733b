// For tests: session files in a temporary folder.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface SessionText {
  id?: string;
  cwd?: string;
  /** The time of the header in ms since 1970; each entry follows a second later. */
  began?: number;
  /** Texts of the user and the assistant alternately. */
  messages?: string[];
  name?: string;
  /** The file of the session from which it was forked. */
  parent?: string;
}

/** Returns the text of a session of version 3, as pi writes one. */
export function sessionText(session: SessionText = {}): string {
  const {
    id = 'session-1',
    cwd = '/workspace',
    began = Date.UTC(2026, 10, 21),
    messages = [],
    name,
    parent,
  } = session;
  const timestamp = new Date(began).toISOString();
  const lines: object[] = [
    { type: 'session', version: 3, id, timestamp, cwd, ...(parent && { parentSession: parent }) },
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
