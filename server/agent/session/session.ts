// The session that pi is on: what pi reports about it, and what its file contains. pi sends no event when the session,
// the model, a mode or the statistics change (any version). So they are read again after everything that may have
// changed them, and the feed announces them.
import type { SessionState, SlashCommand } from '../../../shared/pi/commands.ts';
import type { AgentMessage, ThinkingLevel } from '../../../shared/pi/messages.ts';
import { textOf } from '../../../shared/view/history.ts';
import type { Entry } from '../../../shared/view/conversation.ts';
import type { EntriesPage } from '../../../shared/stored-sessions.ts';
import type { EntryPlace, FoundInConversation, StoredPrompt } from '../../../shared/searches.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { Outputs } from '../../output/outputs.ts';
import { SessionHold } from '../../sessions/session-hold.ts';
import type { Feed } from '../feed/feed.ts';
import { slimMessage } from '../feed/slim-message.ts';
import type { PiPort } from '../process/current-pi.ts';
import type { EntryMetadata } from './entry-metadata.ts';
import { FolderSettings, type FolderSettingsOptions } from './folder-settings.ts';
import { StatsReader } from './stats-reader.ts';
import { StoredConversation } from './stored-conversation.ts';

export interface SessionOptions extends Pick<FolderSettingsOptions, 'trustQuestion'> {
  pi: Pick<PiPort, 'requestData'>;
  feed: Feed;
  outputs: Outputs;
  metadata: EntryMetadata;
  /** pi has left the previous session and its queue. */
  onLeave: () => void;
  /** The view shows the conversation of the new session. */
  onArrive: () => Promise<void>;
}

export class Session {
  readonly folderSettings: FolderSettings;
  readonly #options: SessionOptions;
  readonly #hold = new SessionHold();
  readonly #stats: StatsReader;
  #stored: StoredConversation | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { feed, trustQuestion } = options;
    this.folderSettings = new FolderSettings({ feed, trustQuestion, commands: () => this.#readCommands() });
    this.#stats = new StatsReader({ pi: options.pi, emit: (event) => feed.emit(event) });
  }

  /** Path of the session file, even if pi has not written it yet. */
  get path(): string | undefined {
    return this.#stored?.file;
  }

  async isWritten(): Promise<boolean> {
    return (await this.#stored?.exists()) ?? false;
  }

  async readState(): Promise<SessionState> {
    const state = await this.#askState();
    if (state.sessionFile && state.sessionFile !== this.path) this.#openFile(state.sessionFile);
    await this.#emitState(state);
    return state;
  }

  /** Reads the state after another model was chosen. A change of the session reads all of it anyway. */
  async readModel(): Promise<void> {
    const state = await this.#askState();
    if (state.sessionId === this.#options.feed.view.session?.id) await this.#emitState(state);
  }

  onCompacted(): void {
    this.#stats.onCompacted();
  }

  readStats(): Promise<void> {
    return this.#stats.read();
  }

  /** Reads everything about the session that pi is on now. */
  async readNew(): Promise<void> {
    this.#options.onLeave();
    const { sessionFile } = await this.readState();
    if (sessionFile) await this.showFile(sessionFile);
    await this.#options.onArrive();
    await this.folderSettings.read();
    await this.readStats();
  }

  /** Does the same, but only if pi has changed to another session. Resolves to whether it has. */
  async readIfChanged(): Promise<boolean> {
    const before = this.#options.feed.view.session?.id;
    const { sessionId } = await this.readState();
    if (sessionId === before) return false;
    await this.readNew();
    return true;
  }

  /** Call this when pi went to another point of this session and has not appended anything there yet. */
  async showAt(leafId: string | null): Promise<void> {
    const { sessionFile } = await this.readState();
    if (sessionFile) await this.showFile(sessionFile, { leafId });
    await this.readStats();
  }

  /** Replaces the conversation in the view by the one in this file. */
  async showFile(file: string, point?: { leafId: string | null }): Promise<void> {
    const stored = this.#openFile(file);
    if (point) await stored.goTo(point.leafId);
    const { page, session, workspace } = await stored.readTail();
    this.#options.feed.replace((view) => ({
      ...view,
      ...page,
      session: session ?? view.session,
      workspace: workspace ?? view.workspace,
      live: null,
      run: null,
      compaction: null,
      retry: null,
      contextEstimate: null,
    }));
  }

  /** Reads the view's rows from the file again, because extensions draw entries that the view did not show. */
  async showDrawnEntries(): Promise<void> {
    const page = this.#stored && (await this.#stored.exists()) && (await this.#stored.readTail()).page;
    const { feed } = this.#options;
    if (page && !feed.view.run && !feed.view.live) feed.replace((view) => ({ ...view, ...page }));
  }

  /** Reports the session file's facts about rows that were seen live. A user bash keeps the id of its run. */
  async identifyRows(): Promise<void> {
    const { feed } = this.#options;
    const isNew = ({ id, message }: Entry): boolean => id === undefined && message.role !== 'bashExecution';
    const rows = await this.#stored?.identify(feed.view.entries.filter(isNew));
    if (rows && rows.length > 0) feed.emit({ type: 'panel_stored_rows', rows });
  }

  /** Reports which row an edit of the context concerns: pi names only the id of its entry, which live rows lack. */
  async readEdit(entryId: string): Promise<void> {
    const edited = await this.#stored?.findEdited(entryId);
    if (edited) this.#options.feed.emit({ type: 'panel_context_edit', ...edited });
  }

  /** Whether pi would run this text at once instead of delivering it as a message. */
  async isExtensionCommand(text: string): Promise<boolean> {
    if (!text.startsWith('/')) return false;
    const [word] = text.slice(1).split(' ', 1);
    const commands = await this.#readCommands();
    return commands.some(({ name, source }) => source === 'extension' && name === word);
  }

  async entriesBefore(key: string, limit: number): Promise<EntriesPage> {
    return (await this.#stored?.readBefore(key, limit)) ?? { entries: [], toolRuns: {}, hasOlder: false };
  }

  async findText(query: string): Promise<FoundInConversation> {
    return (await this.#stored?.findText(query)) ?? { places: [] };
  }

  async prompts(): Promise<StoredPrompt[]> {
    return (await this.#stored?.prompts()) ?? [];
  }

  /** Throws a Refusal 404 for an entry that the conversation cannot show. */
  async findEntry(id: string): Promise<EntryPlace> {
    const place = await this.#stored?.findEntry(id);
    if (place) return place;
    throw new Refusal(404, 'unknown_entry', `The session has no entry ${id} that could be shown.`);
  }

  /**
   * Opens the output of a past call, which only the session file contains, for reading. Does nothing for an unknown
   * call.
   */
  async recallOutput(call: string): Promise<void> {
    const message = await this.#stored?.findResult(call);
    const { outputs } = this.#options;
    if (message?.role === 'bashExecution') return outputs.store(call, message.output, message.fullOutputPath);
    // The call may have been interrupted, with output that the panel kept.
    if (message?.role !== 'toolResult') return outputs.store(call);
    const details = message.details as { fullOutputPath?: string } | undefined;
    return outputs.store(call, textOf(message), details?.fullOutputPath);
  }

  async close(): Promise<void> {
    await this.#options.metadata.whenWritten();
    this.#hold.release();
  }

  #askState(): Promise<SessionState> {
    return this.#options.pi.requestData<SessionState>({ type: 'get_state' });
  }

  async #emitState(state: SessionState): Promise<void> {
    const { feed, pi } = this.#options;
    const levels = feed.view.can.listThinkingLevels
      ? (await pi.requestData<{ levels: ThinkingLevel[] }>({ type: 'get_available_thinking_levels' })).levels
      : [];
    feed.emit({ type: 'panel_state', state: slimState(state), thinkingLevels: levels });
  }

  #openFile(file: string): StoredConversation {
    const { feed, metadata } = this.#options;
    const slim = (message: AgentMessage) => slimMessage(message, feed.images);
    this.#stored = new StoredConversation(file, {
      slim,
      metadata,
      drawnEntries: () => feed.view.renders.entries,
    });
    void this.#holdFile(file);
    return this.#stored;
  }

  /** It is too late to refuse: pi may have opened a session that another panel has open. */
  async #holdFile(file: string): Promise<void> {
    if (await this.#hold.claim(file)) return;
    const message =
      'Another panel has this session open as well. Both write into its file, as two branches: end one of them.';
    this.#options.feed.emit({ type: 'panel_notice', kind: 'warning', message, panel_at: Date.now() });
  }

  async #readCommands(): Promise<SlashCommand[]> {
    const { pi } = this.#options;
    return (await pi.requestData<{ commands: SlashCommand[] }>({ type: 'get_commands' })).commands;
  }
}

/** Leaves out what pages must not see: pi's models carry addresses and headers of their providers. */
function slimState(state: SessionState): SessionState {
  const { model, ...rest } = state;
  if (!model) return rest;
  const { id, name, provider, reasoning, input, contextWindow } = model;
  return { ...rest, model: { id, name, provider, reasoning, input, contextWindow } };
}
