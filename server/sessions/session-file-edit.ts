// Edits session files that no pi uses: adds a name, as pi's own list of sessions does, and a copy for
// another folder.
import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SessionHeader, SessionInfoEntry } from '../../shared/pi/session.ts';
import { Refusal } from '../../shared/refusal.ts';
import { sessionFolderName, type SessionPlace } from './agent-dir.ts';
import { peekLine } from './line-peek.ts';
import { scanLines } from './line-scan.ts';
import { readSessionHeader } from './session-header.ts';

/** Throws a Refusal 409 for a file of version 1, whose entries have no ids. */
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

/** The same conversation as a new session of this folder, as a fork is. Resolves with its id. */
export async function copySession(file: string, cwd: string, place: SessionPlace): Promise<string> {
  const header = await readSessionHeader(file);
  if (!header) throw new Refusal(404, 'unknown_session', 'session: there is no stored session with this id.');
  const timestamp = new Date().toISOString();
  const copy: SessionHeader = { ...header, id: randomUUID(), timestamp, cwd, parentSession: file };
  const folder = place.sessionDir ?? path.join(place.agentDir, 'sessions', sessionFolderName(cwd));
  await mkdir(folder, { recursive: true });
  const to = path.join(folder, `${timestamp.replaceAll(/[:.]/g, '-')}_${copy.id}.jsonl`);
  const out = createWriteStream(to, { flags: 'wx', mode: 0o600 });
  try {
    out.write(`${JSON.stringify(copy)}\n`);
    await pipeline(createReadStream(file, { start: await lengthOfFirstLine(file) }), out);
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
  return copy.id;
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
