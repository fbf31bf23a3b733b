// The session that pi is on: what pi reports about it, and what its file contains. pi sends no event when the session,
// the model, a mode or the statistics change (in any version). So they are read again after everything that may have
// changed them, and the feed announces them.
import path from 'node:path';
import type { SessionState } from '../../../shared/pi/commands.ts';
import type { Entry } from '../../../shared/view/conversation.ts';
import type { View } from '../../../shared/view/view.ts';
import type { EntriesPage } from '../../../shared/stored-sessions.ts';
import { errorText } from '../../../shared/error-text.ts';
import type { Outputs } from '../../output/outputs.ts';
import { readSessionHeader } from '../../sessions/session-header.ts';
import type { Feed } from '../feed/feed.ts';
import type { PiPort } from '../process/current-pi.ts';
import type { EntryMetadata } from './entry-metadata.ts';
import { FolderSettings, type FolderSettingsOptions } from './folder-settings.ts';
import { modelNote } from './last-model.ts';
import { LostAnswer, withUnstored } from './lost-answer.ts';
import { ShownFile } from './shown-file.ts';
import { StateReader } from './state-reader.ts';
import { ChildSpending } from './child-spending.ts';
import { StatsReader } from './stats-reader.ts';
import { NO_ENTRIES, SessionReads } from './session-reads.ts';
import type { StoredConversation } from './stored-conversation.ts';
import { UnwrittenConversation } from './unwritten-conversation.ts';

export interface SessionOptions extends Pick<FolderSettingsOptions, 'trustQuestion'> {
  pi: Pick<PiPort, 'requestData'>;
  feed: Feed;
  outputs: Outputs;
  metadata: EntryMetadata;
  /** Called when pi has left the previous session and its queue. */
  onLeave: () => void;
  /** Called when the view shows the conversation of the new session. */
  onArrive: () => Promise<void>;
}

export class Session {
  readonly folderSettings: FolderSettings;
  readonly lostAnswer = new LostAnswer();
  readonly reads: SessionReads;
  readonly #options: SessionOptions;
  readonly #file: ShownFile;
  readonly #state: StateReader;
  readonly #stats: StatsReader;
  readonly #unwritten: UnwrittenConversation;

  /** The last call of `readIfChanged`. */
  #reading: Promise<void> = Promise.resolve();
  /** The last call of `identifyRows`. */
  #identifying: Promise<void> = Promise.resolve();

  constructor(options: SessionOptions) {
    this.#options = options;
    const { feed, trustQuestion } = options;
    this.folderSettings = new FolderSettings({
      feed,
      trustQuestion,
      commands: () => this.#state.readCommands(),
    });
    this.#file = new ShownFile(options);
    this.reads = new SessionReads(() => this.#file.conversation, options.outputs);
    this.#state = new StateReader(options);
    this.#unwritten = new UnwrittenConversation(options);
    const spending = new ChildSpending();
    this.#stats = new StatsReader({
      pi: options.pi,
      emit: (event) => feed.emit(event),
      children: () => spending.read(this.path, feed.view.children),
    });
  }

  /** Path of the session file, even if pi has not written it yet. */
  get path(): string | undefined {
    return this.#file.conversation?.file;
  }

  async isWritten(): Promise<boolean> {
    return (await this.#file.conversation?.exists()) ?? false;
  }

  async readState(): Promise<SessionState> {
    const state = await this.#state.read();
    await this.#accept(state);
    return state;
  }

  /**
   * Reads the state after another model was chosen. If the session changed as well, `readNew` reads everything anyway.
   */
  async readModel(): Promise<void> {
    const state = await this.#state.read();
    if (state.sessionId === this.#options.feed.view.session?.id) await this.#state.emit(state);
  }

  /** Says so if pi continues the stored session with another model than the one that the session had. */
  async checkModel({ model }: Pick<SessionState, 'model'>): Promise<void> {
    const stored = this.#file.conversation;
    if (!stored) return;
    const now = model && model.provider !== 'unknown' ? model : null;
    const text = modelNote(await stored.lastModels(), now);
    if (text !== null && stored === this.#file.conversation)
      this.#options.feed.emit({ type: 'panel_model_note', text, panel_at: Date.now() });
  }

  onCompacted(): void {
    this.#stats.onCompacted();
  }

  readStats(): Promise<void> {
    return this.#stats.read();
  }

  /**
   * Call this when pi has changed to another session. Reads everything about it. `file`: its file, if known, with which
   * the session can be named if pi cannot report its state.
   */
  async readNew(file?: string): Promise<void> {
    this.#options.onLeave();
    await this.#orFailure(async () => this.#show(await this.#state.read()), file);
  }

  /** Does the same, but only if pi has changed to another session, one call after the other. */
  readIfChanged(): Promise<void> {
    const reading = this.#reading.then(() => this.#readIfChanged());
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  async #readIfChanged(): Promise<void> {
    const { session, sessionProblem } = this.#options.feed.view;
    const state = await this.#state.read();
    const isChanged = state.sessionId !== session?.id;
    if (isChanged) this.#options.onLeave();
    const isShown = !isChanged && sessionProblem === null;
    await (isShown ? this.#accept(state) : this.#orFailure(() => this.#show(state), state.sessionFile));
  }

  /** Call this when pi went to another point of this session and has not appended anything there yet. */
  async showAt(leafId: string | null): Promise<void> {
    // It may show the end of the file, and the file does not say yet that pi went elsewhere.
    await this.#identifying;
    const { sessionFile } = await this.readState();
    if (sessionFile) await this.#showFile(sessionFile, { leafId, orUnwritten: true });
    else await this.showCurrent({});
    await this.readStats();
  }

  /** Replaces the conversation in the view with the one in this file. */
  async showFile(file: string): Promise<void> {
    await this.#showFile(file);
  }

  /** Replaces the conversation in the view with that of the session that pi is on, whether or not it has a file. */
  async showCurrent({ sessionFile }: Pick<SessionState, 'sessionFile'>): Promise<void> {
    if (sessionFile) await this.#showFile(sessionFile, { orUnwritten: true });
    else this.#replaceConversation(await this.#unwritten.read());
  }

  async #showFile(
    file: string,
    { leafId, orUnwritten = false }: { leafId?: string | null; orUnwritten?: boolean } = {},
  ): Promise<void> {
    const stored = this.#file.open(file);
    if (leafId !== undefined) await stored.goTo(leafId);
    const { page: inFile, session, workspace } = await stored.readTail();
    const isUnwritten = orUnwritten && !session;
    const page = isUnwritten ? await this.#unwritten.read() : inFile;
    if (stored !== this.#file.conversation) return;
    this.#unwritten.onShown(isUnwritten ? stored : null);
    this.#replaceConversation(this.lostAnswer.addTo(page, session?.id), {
      ...(session && { session }),
      ...(workspace !== undefined && { workspace }),
    });
  }

  /**
   * Shows why a session cannot be used, under its own title and with its own messages, as far as its file can be read.
   * Does nothing if pi has exited, which the view already shows.
   */
  async showFailure(error: unknown, file: string | undefined): Promise<void> {
    if (this.#options.feed.view.exit) return;
    const sessionProblem = errorText(error);
    const { page, ...about } = (file && (await this.#readAnyway(file))) || {
      page: NO_ENTRIES,
      session: null,
    };
    this.#replaceConversation(page, { ...about, stats: null, ready: true, sessionProblem });
  }

  /** Reads the session in a file, or at least its id. */
  async #readAnyway(file: string): ReturnType<StoredConversation['readTail']> {
    const stored = this.#file.open(file);
    try {
      return await stored.readTail();
    } catch {
      // The failure that is shown already says more.
      const header = await readSessionHeader(file);
      return { page: NO_ENTRIES, ...(header && { session: { id: header.id, file: path.basename(file) } }) };
    }
  }

  /**
   * Shows the end of a large session while pi loads it. The view is not ready until pi has loaded it. Returns how to go
   * back, in case pi stays on its session, or null if pi loads this file fast.
   */
  async showEarly(file: string): Promise<(() => void) | null> {
    const early = await this.#file.openEarly(file);
    if (!early) return null;
    const { conversation, goBack } = early;
    try {
      const { page, ...about } = await conversation.readTail();
      if (conversation === this.#file.conversation)
        this.#replaceConversation(page, { ...about, stats: null, ready: false });
    } catch (error) {
      goBack();
      throw error;
    }
    return goBack;
  }

  /**
   * Reads the view's rows from the file again, because extensions draw entries that the view did not show. Resolves to
   * whether it shows what the file holds. Not during a run, whose messages pi stores only after it has reported them.
   */
  async showStoredRows(): Promise<boolean> {
    const stored = this.#file.conversation;
    const { feed } = this.#options;
    if (!stored || !(await stored.exists())) return false;
    for (;;) {
      const { entries } = feed.view;
      const { page } = await stored.readTail();
      if (stored !== this.#file.conversation || feed.view.run || feed.view.live) return false;
      // A row that came meanwhile may be missing in the page that was read.
      if (feed.view.entries !== entries) continue;
      feed.replace((view) => ({ ...view, ...withUnstored(page, entries) }));
      return true;
    }
  }

  /** Reports the session file's facts about rows that were seen live. A user bash keeps the id of its run. */
  async identifyRows(): Promise<void> {
    const identifying = this.#identify();
    this.#identifying = identifying.catch(() => undefined);
    await identifying;
  }

  async #identify(): Promise<void> {
    const { feed } = this.#options;
    if (this.#unwritten.awaits(this.#file.conversation) && (await this.showStoredRows()))
      this.#unwritten.onShown(null);
    const isNew = ({ id, message: { role } }: Entry): boolean =>
      id === undefined && role !== 'bashExecution' && role !== 'unreadable';
    const stored = this.#file.conversation;
    const rows = await stored?.identify(feed.view.entries.filter(isNew));
    if (stored === this.#file.conversation && rows && rows.length > 0)
      feed.emit({ type: 'panel_stored_rows', rows });
  }

  /** Reports which row a context edit concerns. pi names only the id of its entry, which live rows lack. */
  async readEdit(entryId: string): Promise<void> {
    const stored = this.#file.conversation;
    const edited = await stored?.findEdited(entryId);
    if (edited && stored === this.#file.conversation)
      this.#options.feed.emit({ type: 'panel_context_edit', ...edited });
  }

  /** Whether pi would run this text at once instead of delivering it as a message. */
  async isExtensionCommand(text: string): Promise<boolean> {
    if (!text.startsWith('/')) return false;
    const [word] = text.slice(1).split(' ', 1);
    const commands = await this.#state.readCommands();
    return commands.some(({ name, source }) => source === 'extension' && name === word);
  }

  async close(): Promise<void> {
    try {
      await this.#options.metadata.whenWritten();
    } finally {
      this.#file.close();
    }
  }

  async #show(state: SessionState): Promise<void> {
    await this.#accept(state);
    await this.showCurrent(state);
    await this.checkModel(state);
    await this.#options.onArrive();
    await this.folderSettings.read();
    await this.readStats();
  }

  /** Opens the file of pi's session, or closes the previous one for a session without a file (--no-session). */
  async #accept(state: SessionState): Promise<void> {
    const { sessionFile } = state;
    if (sessionFile && sessionFile !== this.path) this.#file.open(sessionFile);
    if (!sessionFile) this.#file.clear();
    await this.#state.emit(state);
  }

  /** Changes the view to another session. If that fails, the view shows the failure instead of any other session. */
  async #orFailure(change: () => Promise<void>, file: string | undefined): Promise<void> {
    try {
      await change();
    } catch (error) {
      await this.showFailure(error, file);
      throw error;
    }
  }

  #replaceConversation(page: EntriesPage, about: Partial<View> = {}): void {
    this.#options.feed.replace((view) => ({
      ...view,
      newerBranch: null,
      sessionProblem: null,
      ...page,
      ...about,
      live: null,
      run: null,
      compaction: null,
      retry: null,
      contextEstimate: null,
      // The list of changes names the turns of this conversation, and may have been fetched during the replacement.
      changesRevision: view.changesRevision + 1,
    }));
  }
}
