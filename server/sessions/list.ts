// Lists the stored sessions of one workspace or of all, and finds the file of a session by its id. Pages know sessions
// by id only; paths stay on the server.
import { readdir, realpath, stat } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import path from 'node:path';
import type { StoredSession } from '../../shared/stored-sessions.ts';
import { sessionFolderName, type SessionPlace } from './agent-dir.ts';
import { readSessionHeader } from './session-header.ts';
import { summarize, type SessionSummary } from './session-summary.ts';

export interface SessionQuery extends SessionPlace {
  /** Lists only sessions of this folder; all sessions if absent. */
  workspace?: string;
  /** Folders whose sessions are listed with those of `workspace`. */
  related?: readonly string[];
  /** Words that must all occur in the name or in the user's messages, ignoring case. */
  query?: string;
  /** Default 200. */
  limit?: number;
  /** Called with large, unknown files of which only the two ends were read. */
  onPartial?: (file: SessionFile) => void;
}

/** Files read at a time: enough to keep the disk busy, and few enough for their buffers (up to 1 MB each). */
const BATCH = 16;
const DEFAULT_LIMIT = 200;

export interface SessionFile {
  path: string;
  stats: Stats;
}

/**
 * Lists sessions, newest first. Files that are not sessions, or cannot be read, are left out. If several files have one
 * id, only the last modified one is listed, which is also what `findSession` finds.
 */
export async function listSessions(wanted: SessionQuery): Promise<StoredSession[]> {
  const { query = '', limit = DEFAULT_LIMIT } = wanted;
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const workspaces = await namesOfAll(wanted);
  const files = await findSessionFiles(wanted);
  const seen = new Set<string>();
  const ids = new Map<string, string>();
  let sessions: StoredSession[] = [];
  for (let at = 0; at < files.length; at += BATCH) {
    // No file was modified before its last message, so the remaining ones have only older messages.
    const last = sessions.length < limit ? undefined : sessions.at(-1);
    if (last && last.modified >= (files[at]?.stats.mtimeMs ?? 0)) break;
    const withText = words.length > 0;
    const batch = await Promise.all(
      files
        .slice(at, at + BATCH)
        .map(({ path, stats }) =>
          summarize(path, stats, { withText, isQuick: wanted.onPartial !== undefined }),
        ),
    );
    for (const [n, summary] of batch.entries()) {
      if (summary?.isPartial) wanted.onPartial?.(files[at + n]!);
      if (!summary || seen.has(summary.header.id)) continue;
      seen.add(summary.header.id);
      ids.set(files[at + n]!.path, summary.header.id);
      if (workspaces && !belongsTo(summary.header.cwd, workspaces)) continue;
      if (matches(summary, words)) sessions.push(toStoredSession(summary));
    }
    sessions = sessions.toSorted((a, b) => b.modified - a.modified).slice(0, limit);
  }
  await addParents(sessions, files, ids);
  return sessions.map(({ parent, ...session }) => {
    const id = parent && ids.get(parent);
    return { ...session, ...(id && { parent: id }) };
  });
}

/** Adds the parents of the listed sessions. The list may end before these, so their files have not been read. */
async function addParents(
  sessions: readonly StoredSession[],
  files: readonly SessionFile[],
  ids: Map<string, string>,
): Promise<void> {
  const parents = new Set(sessions.flatMap(({ parent }) => (parent && !ids.has(parent) ? parent : [])));
  const unread = files.filter((file) => parents.has(file.path));
  for (let at = 0; at < unread.length; at += BATCH)
    await Promise.all(
      unread.slice(at, at + BATCH).map(async (file) => {
        const header = await readSessionHeader(file.path);
        if (header) ids.set(file.path, header.id);
      }),
    );
}

/**
 * Returns the file of a session by the id in its header. If several files have this id, returns the last modified one.
 * The file existed and began as a session a moment ago, so it may be passed to pi.
 */
export async function findSession(id: string, place: SessionPlace): Promise<string | undefined> {
  const files = await findSessionFiles(place);
  for (let at = 0; at < files.length; at += BATCH) {
    const batch = files.slice(at, at + BATCH);
    const headers = await Promise.all(batch.map((file) => readSessionHeader(file.path)));
    const found = headers.findIndex((header) => header?.id === id);
    if (found !== -1) return batch[found]?.path;
  }
  return undefined;
}

/** Returns the files, the last modified one first. */
export async function findSessionFiles(
  wanted: SessionPlace & Pick<SessionQuery, 'workspace' | 'related'>,
): Promise<SessionFile[]> {
  const folders = await findFolders(wanted);
  const files = (await Promise.all(folders.map(filesIn))).flat();
  return files.toSorted((a, b) => b.stats.mtimeMs - a.stats.mtimeMs || (a.path < b.path ? 1 : -1));
}

async function findFolders({ agentDir, sessionDir, ...wanted }: SessionQuery): Promise<string[]> {
  if (sessionDir) return [sessionDir];
  const root = path.join(agentDir, 'sessions');
  const workspaces = await namesOfAll(wanted);
  if (workspaces) {
    const names = [...workspaces].map(sessionFolderName);
    return [...new Set(names)].map((name) => path.join(root, name));
  }
  const names = await readdir(root).catch(noneWhenMissing);
  return names.map((name) => path.join(root, name));
}

async function filesIn(folder: string): Promise<SessionFile[]> {
  const names = await readdir(folder).catch(noneWhenClosed);
  const files: SessionFile[] = [];
  for (let at = 0; at < names.length; at += 64) {
    const batch = names.slice(at, at + 64).filter((name) => name.endsWith('.jsonl'));
    const found = await Promise.all(
      batch.map(async (name) => {
        const file = path.join(folder, name);
        // The file was deleted in the meantime, or is a broken link.
        const stats = await stat(file).catch(() => undefined);
        return stats?.isFile() ? [{ path: file, stats }] : [];
      }),
    );
    files.push(...found.flat());
  }
  return files;
}

/**
 * Whether a session belongs to one of the workspaces. Two workspaces can share one folder in pi's store (`/a/b` and
 * `/a-b`), so the folder in the header decides.
 */
export function belongsTo(cwd: string, workspaces: ReadonlySet<string>): boolean {
  return path.isAbsolute(cwd) && workspaces.has(path.resolve(cwd));
}

/** Returns the names of the folders that are wanted; undefined means all folders. */
export async function namesOfAll({
  workspace,
  related = [],
}: Pick<SessionQuery, 'workspace' | 'related'>): Promise<Set<string> | undefined> {
  if (workspace === undefined) return undefined;
  const names = await Promise.all([workspace, ...related].map(namesOf));
  return new Set(names.flatMap((each) => [...each]));
}

/** Returns the path as given, and the real path, which pi sees as its working folder. */
async function namesOf(workspace: string): Promise<Set<string>> {
  const named = path.resolve(workspace);
  const real = await realpath(named).catch(() => named);
  return new Set([named, real]);
}

function matches(summary: SessionSummary, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = `${summary.name ?? ''}\n${summary.firstMessage}`.toLowerCase();
  return words.every((word) => text.includes(word) || summary.userText.includes(word));
}

function toStoredSession({
  header,
  name,
  modified,
  messageCount,
  firstMessage,
  isPartial,
}: SessionSummary): StoredSession {
  const created = Date.parse(header.timestamp);
  return {
    id: header.id,
    ...(name === undefined ? {} : { name }),
    workspace: header.cwd,
    firstMessage,
    messageCount,
    created: Number.isNaN(created) ? modified : created,
    modified,
    // A path; the list turns it into an id.
    ...(header.parentSession && { parent: header.parentSession }),
    ...(isPartial && { isPartial }),
  };
}

/** Returns no names for a missing folder, because pi creates the folders with the first session. */
function noneWhenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}

/** Returns no names for a folder without permission, which must not hide the sessions of all others. */
function noneWhenClosed(error: NodeJS.ErrnoException): string[] {
  return error.code === 'EACCES' || error.code === 'EPERM' ? [] : noneWhenMissing(error);
}
