// The session that an agent is on: what pi says about it when asked, and what stands in its file. pi tells
// neither a change of session, model or mode, nor statistics by an event (any version), so both are read again
// after whatever may have changed them, and put into the feed.
import type { SessionState, SessionStats, SlashCommand } from '../../../shared/pi/commands.ts';
import type { AgentMessage, ThinkingLevel } from '../../../shared/pi/messages.ts';
import { textOf } from '../../../shared/view/history.ts';
import type { EntriesPage } from '../../../shared/wire.ts';
import type { Outputs } from '../../output/outputs.ts';
import { SessionHold } from '../../sessions/session-hold.ts';
import type { Feed } from '../feed/feed.ts';
import type { PiPort } from '../process/current-pi.ts';
import { findUntrusted, type TrustQuestion } from '../process/untrusted.ts';
import type { EntryMetadata } from './entry-metadata.ts';
import { autoRetryOf, readRetrySetting, type RetrySetting } from './retry-setting.ts';
import { slimMessage } from '../feed/slim-message.ts';
import { StoredConversation } from './stored-conversation.ts';

export interface SessionOptions {
  feed: Feed;
  outputs: Outputs;
  notes: EntryMetadata;
  /** What decides which settings and extensions of the folder pi uses. */
  trustQuestion: () => TrustQuestion;
  /** pi has left the session that it was on, and its queue. */
  onLeft: () => void;
  /** The conversation of another is shown now. */
  onArrived: () => Promise<void>;
  pi: PiPort;
}

export class Session {
  readonly #options: SessionOptions;
  readonly #hold = new SessionHold();
  #stored: StoredConversation | null = null;
  #retrySetting: RetrySetting | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Path of the session file, whether pi has written it yet or not. */
  get path(): string | undefined {
    return this.#stored?.file;
  }

  async isWritten(): Promise<boolean> {
    return (await this.#stored?.exists()) ?? false;
  }

  async readState(): Promise<SessionState> {
    const { feed, pi } = this.#options;
    const state = await pi.requestData<SessionState>({ type: 'get_state' });
    if (state.sessionFile && state.sessionFile !== this.path) this.#goTo(state.sessionFile);
    const levels = feed.view.can.listThinkingLevels
      ? (await pi.requestData<{ levels: ThinkingLevel[] }>({ type: 'get_available_thinking_levels' })).levels
      : [];
    feed.emit({ type: 'panel_state', state: slimState(state), thinkingLevels: levels });
    return state;
  }

  async readStats(): Promise<void> {
    const { sessionFile: _path, ...stats } = await this.#options.pi.requestData<SessionStats>({
      type: 'get_session_stats',
    });
    this.#options.feed.emit({ type: 'panel_stats', stats });
  }

  /** To be called whenever the folder may be another. */
  async readFolder(): Promise<void> {
    this.#retrySetting = await readRetrySetting(this.#options.trustQuestion());
    this.#tellAutoRetry();
    await this.#readTrust();
  }

  /** pi took it, and wrote it into the settings of the person. */
  setAutoRetry(enabled: boolean): void {
    if (!this.#retrySetting) return;
    this.#retrySetting = { ...this.#retrySetting, person: enabled };
    this.#tellAutoRetry();
  }

  #tellAutoRetry(): void {
    const { feed } = this.#options;
    const enabled = this.#retrySetting && autoRetryOf(this.#retrySetting);
    if (enabled !== feed.view.autoRetry) feed.emit({ type: 'panel_auto_retry', enabled });
  }

  async #readTrust(): Promise<void> {
    const { feed, pi, trustQuestion } = this.#options;
    let paths = await findUntrusted(trustQuestion());
    if (paths.length > 0) {
      // An extension of the person's may have trusted the folder: then something of it is loaded.
      const { commands } = await pi.requestData<{ commands: SlashCommand[] }>({ type: 'get_commands' });
      if (commands.some(({ sourceInfo }) => sourceInfo?.scope === 'project')) paths = [];
    }
    if (paths.join() !== feed.view.untrusted.join()) feed.emit({ type: 'panel_untrusted', paths });
  }

  /** pi is on another session now. */
  async follow(): Promise<void> {
    this.#options.onLeft();
    const { sessionFile } = await this.readState();
    if (sessionFile) await this.show(sessionFile);
    await this.#options.onArrived();
    await this.readFolder();
    await this.readStats();
  }

  /** Whether pi runs this at once, as a command, instead of saying it. */
  async isExtensionCommand(text: string): Promise<boolean> {
    const { commands } = await this.#options.pi.requestData<{ commands: SlashCommand[] }>({
      type: 'get_commands',
    });
    const [word] = text.slice(1).split(' ', 1);
    return (
      text.startsWith('/') && commands.some(({ name, source }) => source === 'extension' && name === word)
    );
  }

  /** pi may be on another session now: true when it is. */
  async followIfChanged(): Promise<boolean> {
    const before = this.#options.feed.view.session?.id;
    const { sessionId } = await this.readState();
    if (sessionId === before) return false;
    await this.follow();
    return true;
  }

  /** pi went elsewhere in the tree of this session; nothing is appended there yet. */
  async stand(leafId: string | null): Promise<void> {
    const { sessionFile } = await this.readState();
    if (sessionFile) await this.show(sessionFile, { leafId });
    await this.readStats();
  }

  /** Puts the stored conversation of this file in the place of the one that is shown. */
  async show(file: string, stand?: { leafId: string | null }): Promise<void> {
    const stored = this.#goTo(file);
    if (stand) await stored.standAt(stand.leafId);
    const { page, session, workspace } = await stored.tail();
    this.#options.feed.replace((view) => ({
      ...view,
      ...page,
      session: session ?? view.session,
      workspace: workspace ?? view.workspace,
      live: null,
      run: null,
      compaction: null,
      retry: null,
    }));
  }

  async entriesBefore(key: string, limit: number): Promise<EntriesPage> {
    return (await this.#stored?.before(key, limit)) ?? { entries: [], toolRuns: {}, hasOlder: false };
  }

  /** Makes the output of a run readable that only the file knows. Nothing happens when it knows no such run. */
  async recallOutput(call: string): Promise<void> {
    const message = await this.#stored?.findResult(call);
    const { outputs } = this.#options;
    if (message?.role === 'bashExecution') outputs.store(call, message.output, message.fullOutputPath);
    if (message?.role !== 'toolResult') return;
    const details = message.details as { fullOutputPath?: string } | undefined;
    outputs.store(call, textOf(message), details?.fullOutputPath);
  }

  async close(): Promise<void> {
    await this.#options.notes.written();
    this.#hold.release();
  }

  #goTo(file: string): StoredConversation {
    const { feed, notes } = this.#options;
    const slim = (message: AgentMessage) => slimMessage(message, feed.images);
    this.#stored = new StoredConversation(file, { slim, notes });
    void this.#holdFile(file);
    return this.#stored;
  }

  /** Too late to refuse: pi itself may open a session that another panel has open. */
  async #holdFile(file: string): Promise<void> {
    if (await this.#hold.take(file)) return;
    const message =
      'Another panel works on this session as well. Both write it, into two branches: end one of them.';
    this.#options.feed.emit({ type: 'panel_notice', kind: 'warning', message, panel_at: Date.now() });
  }
}

/** pi's models carry addresses and headers of their providers: none of a page's business. */
function slimState(state: SessionState): SessionState {
  const { model, ...rest } = state;
  if (!model) return rest;
  const { id, name, provider, reasoning, input, contextWindow } = model;
  return { ...rest, model: { id, name, provider, reasoning, input, contextWindow } };
}
