// Edits session files that no pi uses: adds a name as pi's own list of sessions does, copies a session to another
// folder, and imports one from the user.
import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SessionHeader, SessionInfoEntry } from '../../shared/pi/session.ts';
import { parseHeader } from '../../shared/pi/session-parse.ts';
import { Refusal } from '../../shared/refusal.ts';
import { sessionFolderName, type SessionPlace } from './agent-dir.ts';
import { peekLine } from './line-peek.ts';
import { scanLines } from './line-scan.ts';
import { readSessionHeader } from './session-header.ts';

/** Adds a name. Rejects with a Refusal 409 for a file of version 1, whose entries have no ids. */
export async function appendName(file: string, name: string): Promise<void> {
  const { last, version, isTerminated } = await readEnd(file);
  if (version < 2)
    throw new Refusal(
      409,
      'old_format',
      'session: its file is of an old format. Open it once, then name it.',
    );
  const entry: SessionInfoEntry = {
    type: 'session_info',
    id: randomBytes(4).toString('hex'),
    parentId: last,
    timestamp: new Date().toISOString(),
    name,
  };
  await appendFile(file, `${isTerminated ? '' : '\n'}${JSON.stringify(entry)}\n`);
}

/** Copies the conversation to a new session of this folder, like a fork. Resolves with its id. */
export async function copySession(file: string, cwd: string, place: SessionPlace): Promise<string> {
  const header = await readSessionHeader(file);
  if (!header) throw new Refusal(404, 'unknown_session', 'session: there is no stored session with this id.');
  const start = await lengthOfFirstLine(file);
  const copy: SessionHeader = { ...header, id: randomUUID(), cwd, parentSession: file };
  return writeSession(copy, createReadStream(file, { start }), place);
}

/** Imports the bytes of a session file as a new session of this folder. Resolves with its id. Throws a Refusal 422. */
export async function importSession(bytes: Buffer, cwd: string, place: SessionPlace): Promise<string> {
  const end = bytes.indexOf('\n');
  const line = bytes.toString('utf8', 0, end === -1 ? bytes.length : end);
  const header = parseHeader(line);
  if (!header)
    throw new Refusal(422, 'not_a_session', 'The file is not a session: its first line is not a header.');
  const rest = end === -1 ? Buffer.alloc(0) : bytes.subarray(end + 1);
  // The session from which it was forked is on another machine, or has another id here.
  const { parentSession: _parent, ...own } = header;
  return writeSession({ ...own, id: randomUUID(), cwd }, Readable.from([rest]), place);
}

/** Writes a session. `lines`: the lines after the header. */
async function writeSession(header: SessionHeader, lines: Readable, place: SessionPlace): Promise<string> {
  const timestamp = new Date().toISOString();
  const folder = place.sessionDir ?? path.join(place.agentDir, 'sessions', sessionFolderName(header.cwd));
  await mkdir(folder, { recursive: true });
  const to = path.join(folder, `${timestamp.replaceAll(/[:.]/g, '-')}_${header.id}.jsonl`);
  const out = createWriteStream(to, { flags: 'wx', mode: 0o600 });
  try {
    out.write(`${JSON.stringify({ ...header, timestamp })}\n`);
    await pipeline(lines, out);
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
  return header.id;
}

interface End {
  /** Id of the last entry; null if there is none. */
  last: string | null;
  version: number;
  isTerminated: boolean;
}

async function readEnd(file: string): Promise<End> {
  const header = await readSessionHeader(file);
  const end: End = { last: null, version: header?.version ?? 1, isTerminated: true };
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    await scanLines(handle, { from: 0, to: size }, (line) => {
      end.last = peekLine(line)?.id ?? end.last;
      end.isTerminated = line.isTerminated;
    });
  } finally {
    await handle.close();
  }
  return end;
}

async function lengthOfFirstLine(file: string): Promise<number> {
  const handle = await open(file, 'r');
  let length = 0;
  try {
    const { size } = await stat(file);
    await scanLines(handle, { from: 0, to: size }, (line) => {
      length = line.length + 1;
      return false;
    });
  } finally {
    await handle.close();
  }
  return length;
}
