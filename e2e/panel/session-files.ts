// pi's session files, read without the panel's own fold, and written as pi 0.87 would.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AgentMessage } from '../../shared/pi/messages.ts';
import type { SessionEntry } from '../../shared/pi/session.ts';
import { parseSession } from '../../shared/pi/session-parse.ts';
import { contextEdits, currentBranch } from '../../shared/pi/session-tree.ts';
import { sessionFolderName } from '../../server/sessions/agent-dir.ts';

/** Returns the text of the session file with this name, or of the only one. */
export async function readSessionFile(agentDir: string, name = ''): Promise<string> {
  const sessions = path.join(agentDir, 'sessions');
  const names = await readdir(sessions, { recursive: true });
  const files = names.filter((file) => file.endsWith(name) && file.endsWith('.jsonl'));
  if (files.length !== 1) throw new Error(`There are ${files.length} session files instead of one.`);
  return readFile(path.join(sessions, files[0]!), 'utf8');
}

/** Returns every message in the file, in order, of all branches. */
export function messagesIn(text: string): AgentMessage[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { type: string; message: AgentMessage })
    .flatMap(({ type, message }) => (type === 'message' ? [message] : []));
}

/** Returns the conversation in the file: its current branch, without the attempts that were retried. */
export function conversationIn(text: string): SessionEntry[] {
  const session = parseSession(text);
  if (!session) throw new Error('The file is not a session.');
  const branch = currentBranch(session.entries);
  const edits = contextEdits(branch.filter((entry) => entry.type === 'context_edit'));
  return branch.filter((entry, at) => !isRetried(entry, branch.slice(at + 1), edits));
}

export function messageIn(entry: SessionEntry): AgentMessage | undefined {
  return entry.type === 'message' ? entry.message : undefined;
}

/** Failed attempts stay in the file, followed by the next attempt. pi >= 0.87 omits them from the context. */
function isRetried(
  entry: SessionEntry,
  later: SessionEntry[],
  edits: ReturnType<typeof contextEdits>,
): boolean {
  const message = messageIn(entry);
  if (message?.role !== 'assistant') return false;
  const isCutOff = message.stopReason === 'length' && edits.get(entry.id) === 'omitted';
  if (message.stopReason !== 'error' && !isCutOff) return false;
  return later.map(messageIn).find((next) => next)?.role === 'assistant';
}

export interface StoredSession {
  id: string;
  cwd: string;
  /** Messages of the user and the assistant, alternating. */
  texts: string[];
  /** pi stores the file with the sessions of this folder. Default: `cwd`. */
  folder?: string;
}

export async function storeSession(agentDir: string, session: StoredSession): Promise<void> {
  const { id, cwd, texts, folder = cwd } = session;
  const start = Date.parse('2026-01-05T10:00:00Z');
  const timeOf = (n: number): string => new Date(start + n * 1000).toISOString();
  const idOf = (n: number): string => String(n).padStart(8, '0');
  const entries = texts.map((text, n) => ({
    type: 'message',
    id: idOf(n),
    parentId: n === 0 ? null : idOf(n - 1),
    timestamp: timeOf(n),
    message: n % 2 === 0 ? userMessage(text, start + n * 1000) : assistantMessage(text, start + n * 1000),
  }));
  const header = { type: 'session', version: 3, id, timestamp: timeOf(0), cwd };
  await storeSessionFile(agentDir, { folder, name: `${id}.jsonl`, lines: [header, ...entries] });
}

/** Stores the file. Resolves to its path. */
export async function storeSessionFile(
  agentDir: string,
  { folder, name, lines }: { folder: string; name: string; lines: (object | string)[] },
): Promise<string> {
  const place = path.join(agentDir, 'sessions', sessionFolderName(folder));
  await mkdir(place, { recursive: true });
  const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  await writeFile(path.join(place, name), text);
  return path.join(place, name);
}

export function assistantMessage(text: string, timestamp: number): object {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return {
    role: 'assistant',
    content: [{ type: 'text', text }],
    api: 'openai-completions',
    provider: 'demo',
    model: 'demo-tour',
    usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost },
    stopReason: 'stop',
    timestamp,
  };
}

function userMessage(text: string, timestamp: number): object {
  return { role: 'user', content: [{ type: 'text', text }], timestamp };
}
