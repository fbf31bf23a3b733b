// The sessions on disk, for the routes: lists them, finds them by id, changes them, reads them backwards. It waits only a limited
// time for a disk that does not answer.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import type {
  DeletedSessions,
  EntriesPage,
  SessionMarks as Marks,
  StoredPage,
  StoredSessions as SessionsPage,
} from '../../shared/stored-sessions.ts';
import type { EntryPlace, FoundInConversation, StoredPrompt } from '../../shared/searches.ts';
import type { Agent } from '../agent/agent.ts';
import { canWrite } from '../lib/can-write.ts';
import { DiskLanes } from '../lib/disk-lanes.ts';
import { MissingFolders } from './missing-folders.ts';
import { SessionReader, type PageRequest } from './session-reader.ts';
import { SessionSearches } from './session-searches.ts';
import { findSessionPlace, type SessionPlace } from '../sessions/agent-dir.ts';
import { findSession, listSessions, type SessionFile } from '../sessions/list.ts';
import { appendName, copySession, importSession } from '../sessions/session-file-edit.ts';
import { SessionMarks } from '../sessions/session-marks.ts';
import { summarize } from '../sessions/session-summary.ts';
import type { StoredImage } from '../agent/feed/images.ts';
import { SessionTrash } from '../sessions/session-trash.ts';
import { usageOfSession } from '../sessions/usage/usage-index.ts';
import type { Usage } from '../../shared/usage.ts';
import { SummaryIndex } from '../sessions/summary-index.ts';

export interface StoredSessionsOptions {
  workspace: string;
  /** The options of every pi; `--session-dir` may be among them. */
  piOptions: readonly string[];
  /** The environment in which pi runs. */
  env: () => Promise<NodeJS.ProcessEnv>;
  patience?: number | undefined;
  /** Absolute; keeps marks, deleted sessions and the index. Without it, nothing can be deleted. */
  stateFolder?: string | undefined;
  onTrouble: (error: unknown) => void;
}

interface ListRequest {
  workspace?: string | undefined;
  /** Folders whose sessions are listed with those of `workspace`. */
  related?: readonly string[];
  query?: string | undefined;
  limit: number;
}

export class StoredSessions {
  readonly searches: SessionSearches;
  readonly #options: StoredSessionsOptions;
  readonly #lanes: DiskLanes;
  readonly #missing: MissingFolders;
  readonly #marks: SessionMarks;
  readonly #index: SummaryIndex;
  readonly #trash: SessionTrash | null;
  readonly #reader = new SessionReader();
  /** Large files that have not been read completely yet. */
  readonly #unread = new Map<string, SessionFile>();
  #isReading = false;
  #place: Promise<SessionPlace> | null = null;

  constructor(options: StoredSessionsOptions) {
    this.#options = options;
    this.#lanes = new DiskLanes(options.patience);
    this.#missing = new MissingFolders(options.patience);
    const { stateFolder, onTrouble } = options;
    const inState = (name: string): string | null => (stateFolder ? path.join(stateFolder, name) : null);
    this.#marks = new SessionMarks(inState('session-marks.json'));
    this.#index = new SummaryIndex(inState('session-index.json'), onTrouble);
    this.#trash = stateFolder ? new SessionTrash(path.join(stateFolder, 'session-trash')) : null;
    this.searches = new SessionSearches({ findPlace: () => this.#findPlace(), stateFolder, onTrouble });
  }

  /** Whether a disk has not answered yet, or never will. */
  get isBusy(): boolean {
    return this.#lanes.isBusy || this.#missing.isBusy;
  }

  async list({ workspace, related, query, limit }: ListRequest): Promise<SessionsPage> {
    const found = await this.#lanes.run('the sessions could not be listed.', async () => {
      await this.#index.load();
      const place = await this.#findPlace();
      const onPartial = (file: SessionFile): void => void this.#unread.set(file.path, file);
      return listSessions({
        ...place,
        limit: limit + 1,
        onPartial,
        ...(workspace && { workspace }),
        ...(related && { related }),
        ...(query && { query }),
      });
    });
    await this.#index.save();
    void this.#readUnread();
    const listed = found.slice(0, limit);
    const marks = await this.#marks.all();
    const homeless = await this.#missing.find(listed.map(({ workspace }) => workspace));
    const sessions = listed.map((session) => {
      const { ended: _ended, ...own } = marks.get(session.id) ?? {};
      return { ...session, ...own, ...(homeless.has(session.workspace) && { isHomeless: true as const }) };
    });
    return { sessions, ...(found.length > limit && { hasOlder: true }) };
  }

  /** Whether the user ended the agent of this session, and has not continued the session since. */
  async wasEnded(id: string): Promise<boolean> {
    return (await this.#marks.all()).get(id)?.ended ?? false;
  }

  async setEnded(id: string, ended: boolean): Promise<void> {
    if ((await this.wasEnded(id)) !== ended) await this.#marks.set(id, { ended });
  }

  mark(id: string, marks: Marks): Promise<void> {
    return this.#marks.set(id, marks);
  }

  /** Renames a session. No pi may use the file. */
  rename(file: string, name: string): Promise<void> {
    return this.#lanes.run('the session may or may not have its new name.', () => appendName(file, name));
  }

  /** Moves a session to the trash. No pi may use the file. */
  async remove(id: string, file: string): Promise<void> {
    const trash = this.#trash;
    if (!trash)
      throw new Refusal(409, 'no_trash', 'session: this panel has no trash, so it does not delete sessions.');
    await this.#lanes.run('the session may or may not be deleted.', () => trash.add(id, file));
  }

  async restore(id: string): Promise<void> {
    if (!this.#trash) throw new Refusal(404, 'unknown_session', 'session: it is not in the trash.');
    await this.#trash.restore(id);
  }

  /** Lists the sessions in the trash, the last deleted one first. */
  async listDeleted(): Promise<DeletedSessions> {
    const trash = this.#trash;
    if (!trash) return { sessions: [] };
    return this.#lanes.run('the trash could not be read.', () => trash.list());
  }

  async copy(id: string, workspace: string): Promise<string> {
    const [file, place] = [await this.fileOf(id), await this.#findPlace()];
    return this.#lanes.run('the session could not be copied.', () => copySession(file, workspace, place));
  }

  /** Creates a new session of this folder from a file that the user brings. */
  async import(bytes: Buffer, workspace: string): Promise<string> {
    const place = await this.#findPlace();
    return this.#lanes.run('the session could not be imported.', () =>
      importSession(bytes, workspace, place),
    );
  }

  /** Returns why pi cannot store sessions, without which it does not start (in pi 0.87.1); null if it can. */
  async findWriteProblem(): Promise<string | null> {
    if (this.#options.piOptions.includes('--no-session')) return null;
    const { agentDir, sessionDir = path.join(agentDir, 'sessions') } = await this.#findPlace();
    if (await canWrite(sessionDir)) return null;
    return `pi does not start, because you may not write to ${sessionDir} (PI_CODING_AGENT_DIR names another folder for pi).`;
  }

  /** Saves what would take long to compute again. */
  async close(): Promise<void> {
    this.#unread.clear();
    await this.searches.close();
    await this.#index.save();
  }

  /** Reads a part of the conversation from the file, without pi. */
  async read(id: string, wanted: PageRequest): Promise<StoredPage> {
    const file = await this.fileOf(id);
    const { session, ...page } = await this.#lanes.run('the session could not be read.', () =>
      this.#reader.read(file, wanted),
    );
    const isHomeless = (await this.#missing.find([session.workspace])).size > 0;
    return { ...page, session: { ...session, ...(isHomeless && { isHomeless }) } };
  }

  /** Returns an image, or throws a Refusal 404. */
  image(reference: string): StoredImage {
    const image = this.#reader.image(reference);
    if (image) return image;
    throw new Refusal(404, 'unknown_image', 'This image is no longer kept: open the session again.');
  }

  entriesBefore(agent: Agent, before: string, limit: number): Promise<EntriesPage> {
    return this.#lanes.run('earlier messages could not be read.', () =>
      agent.session.reads.entriesBefore(before, limit),
    );
  }

  findText(agent: Agent, query: string): Promise<FoundInConversation> {
    return this.#lanes.run('the conversation could not be searched.', () =>
      agent.session.reads.findText(query),
    );
  }

  prompts(agent: Agent): Promise<StoredPrompt[]> {
    return this.#lanes.run('the messages could not be read.', () => agent.session.reads.prompts());
  }

  messageText(agent: Agent, key: string): Promise<string> {
    return this.#lanes.run('the message could not be read.', () => agent.session.reads.messageText(key));
  }

  findEntry(agent: Agent, id: string): Promise<EntryPlace> {
    return this.#lanes.run('the entry could not be found.', () => agent.session.reads.findEntry(id));
  }

  async has(id: string): Promise<boolean> {
    return (await findSession(id, await this.#findPlace())) !== undefined;
  }

  /** Adds up what a session has spent. Rejects with a Refusal 404. */
  async usageOf(id: string, query: { zone?: string; since?: number }): Promise<Usage> {
    const file = await this.fileOf(id);
    return usageOfSession({ path: file, stats: await stat(file) }, query);
  }

  /** Returns the file of the session. Rejects with a Refusal 404. */
  async fileOf(id: string): Promise<string> {
    const file = await findSession(id, await this.#findPlace());
    if (file) return file;
    throw new Refusal(404, 'unknown_session', 'session: there is no stored session with this id.');
  }

  /** Reads large files one after the other, in the background. */
  async #readUnread(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    for (const [path, file] of this.#unread) {
      this.#unread.delete(path);
      await summarize(path, file.stats, { withText: false }).catch(this.#options.onTrouble);
    }
    this.#isReading = false;
    await this.#index.save();
  }

  #findPlace(): Promise<SessionPlace> {
    return (this.#place ??= this.#locate());
  }

  async #locate(): Promise<SessionPlace> {
    const { workspace, piOptions, env } = this.#options;
    const flag = piOptions.indexOf('--session-dir');
    const sessionDir = flag === -1 ? undefined : piOptions[flag + 1];
    return findSessionPlace({ workspace, env: await env(), ...(sessionDir && { sessionDir }) });
  }
}
