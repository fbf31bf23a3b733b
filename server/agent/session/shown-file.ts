// The session file whose conversation the view shows, and the panel's hold on it.
import { stat } from 'node:fs/promises';
import type { AgentMessage } from '../../../shared/pi/messages.ts';
import type { View } from '../../../shared/view/view.ts';
import { SessionHold } from '../../sessions/session-hold.ts';
import type { Feed } from '../feed/feed.ts';
import { slimMessage } from '../feed/slim-message.ts';
import type { EntryMetadata } from './entry-metadata.ts';
import { StoredConversation } from './stored-conversation.ts';

/** pi 0.87.1 loads a smaller file in less than 0.1 s, and a larger one in a second for each 100 MB. */
const LARGE_BYTES = 8 * 1024 * 1024;

export interface ShownFileOptions {
  feed: Feed;
  metadata: EntryMetadata;
}

export interface EarlyConversation {
  conversation: StoredConversation;
  /** Shows the session that pi is on again. Does nothing if the view shows another one by now. */
  goBack: () => void;
}

export class ShownFile {
  readonly #options: ShownFileOptions;
  readonly #hold = new SessionHold();
  #conversation: StoredConversation | null = null;
  /** The conversation that is shown before pi has loaded it. It need not be indexed again when pi has. */
  #early: StoredConversation | null = null;

  constructor(options: ShownFileOptions) {
    this.#options = options;
  }

  /** Null before pi has reported its first session, and for a session without a file (--no-session). */
  get conversation(): StoredConversation | null {
    return this.#conversation;
  }

  open(file: string): StoredConversation {
    const early = this.#early?.file === file ? this.#early : null;
    this.#early = null;
    return this.#replace(early ?? this.#read(file));
  }

  /**
   * Opens a session that pi has not loaded yet. Null if the file is so small that pi loads it at once, or if the agent
   * is busy.
   */
  async openEarly(file: string): Promise<EarlyConversation | null> {
    const { feed } = this.#options;
    if (file === this.#conversation?.file || (await stat(file)).size < LARGE_BYTES) return null;
    const { ready, run, live } = feed.view;
    if (!ready || run || live) return null;
    const [view, before] = [feed.view, this.#conversation];
    const early = this.#replace(this.#read(file));
    this.#early = early;
    return { conversation: early, goBack: () => this.#goBack(early, { view, before }) };
  }

  /** Call this when pi is on a session without a file. */
  clear(): void {
    this.#conversation = null;
    this.#early = null;
    this.#hold.release();
  }

  close(): void {
    this.#hold.release();
  }

  #goBack(
    early: StoredConversation,
    { view, before }: { view: View; before: StoredConversation | null },
  ): void {
    if (this.#early !== early) return;
    this.#early = null;
    if (before) this.#replace(before);
    else this.clear();
    const { workspace, session, stats, contextEstimate, entries, toolRuns, hasOlder } = view;
    const { newerBranch, sessionProblem } = view;
    const conversation = { session, stats, contextEstimate, entries, toolRuns, hasOlder };
    this.#options.feed.replace((now) => ({
      ...now,
      ...conversation,
      newerBranch,
      sessionProblem,
      workspace,
      ready: true,
    }));
  }

  #read(file: string): StoredConversation {
    const { feed, metadata } = this.#options;
    return new StoredConversation(file, {
      slim: (message: AgentMessage) => slimMessage(message, feed.images),
      metadata,
      drawnEntries: () => feed.view.renders.entries,
    });
  }

  #replace(conversation: StoredConversation): StoredConversation {
    const isOther = conversation.file !== this.#conversation?.file;
    this.#conversation = conversation;
    if (isOther) void this.#holdFile(conversation.file);
    return conversation;
  }

  /**
   * Holds the file, or warns if another panel has it open. It does not refuse, because pi itself may open such a
   * session.
   */
  async #holdFile(file: string): Promise<void> {
    if ((await this.#hold.claim(file)) || file !== this.#conversation?.file) return;
    const message =
      'Another panel has this session open, too. Both write to its file, each on its own branch: close one of them.';
    this.#options.feed.emit({ type: 'panel_notice', kind: 'warning', message, panel_at: Date.now() });
  }
}
