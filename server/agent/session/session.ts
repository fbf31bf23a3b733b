// The session that pi is on, as pi reports it. pi sends no event when the session, the model, a mode or the statistics
// change (in any version). So they are read again after everything that may have changed them, and the feed announces
// them.
import type { SessionState } from '../../../shared/pi/commands.ts';
import type { Outputs } from '../../output/outputs.ts';
import type { Feed } from '../feed/feed.ts';
import type { PiPort } from '../process/current-pi.ts';
import type { EntryMetadata } from './entry-metadata.ts';
import { FolderSettings, type FolderSettingsOptions } from './folder-settings.ts';
import { modelNote } from './last-model.ts';
import { ShownConversation } from './shown-conversation.ts';
import { StateReader } from './state-reader.ts';
import { ChildSpending } from './child-spending.ts';
import { StatsReader } from './stats-reader.ts';
import { SessionReads } from './session-reads.ts';

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
  readonly shown: ShownConversation;
  readonly reads: SessionReads;
  readonly #options: SessionOptions;
  readonly #state: StateReader;
  readonly #stats: StatsReader;

  /** The last call of `readIfChanged`. */
  #reading: Promise<void> = Promise.resolve();

  constructor(options: SessionOptions) {
    this.#options = options;
    const { feed, trustQuestion } = options;
    this.folderSettings = new FolderSettings({
      feed,
      trustQuestion,
      commands: () => this.#state.readCommands(),
    });
    this.shown = new ShownConversation(options);
    this.reads = new SessionReads(() => this.shown.stored, options.outputs);
    this.#state = new StateReader(options);
    const spending = new ChildSpending();
    this.#stats = new StatsReader({
      pi: options.pi,
      emit: (event) => feed.emit(event),
      children: () => spending.read(this.path, feed.view.children),
    });
  }

  /** Path of the session file, even if pi has not written it yet. */
  get path(): string | undefined {
    return this.shown.stored?.file;
  }

  async isWritten(): Promise<boolean> {
    return (await this.shown.stored?.exists()) ?? false;
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
    const stored = this.shown.stored;
    if (!stored) return;
    const now = model && model.provider !== 'unknown' ? model : null;
    const text = modelNote(await stored.lastModels(), now);
    if (text !== null && stored === this.shown.stored)
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
    await this.shown.whenIdentified();
    const { sessionFile } = await this.readState();
    await this.shown.showAt(sessionFile, leafId);
    await this.readStats();
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
      this.shown.close();
    }
  }

  async #show(state: SessionState): Promise<void> {
    await this.#accept(state);
    await this.shown.showCurrent(state);
    await this.checkModel(state);
    await this.#options.onArrive();
    await this.folderSettings.read();
    await this.readStats();
  }

  async #accept(state: SessionState): Promise<void> {
    this.shown.openFile(state.sessionFile);
    await this.#state.emit(state);
  }

  /** Changes the view to another session. If that fails, the view shows the failure instead of any other session. */
  async #orFailure(change: () => Promise<void>, file: string | undefined): Promise<void> {
    try {
      await change();
    } catch (error) {
      await this.shown.showFailure(error, file);
      throw error;
    }
  }
}
