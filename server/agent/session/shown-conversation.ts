// The conversation of the session that pi is on, as the view shows it: the one in the session's file, or what pi reports
// until it has written that.
import path from 'node:path';
import type { Entry } from '../../../shared/view/conversation.ts';
import type { View } from '../../../shared/view/view.ts';
import type { EntriesPage } from '../../../shared/stored-sessions.ts';
import { errorText } from '../../../shared/error-text.ts';
import { readSessionHeader } from '../../sessions/session-header.ts';
import { LostAnswer, withUnstored } from './lost-answer.ts';
import { NO_ENTRIES } from './session-reads.ts';
import { ShownFile, type ShownFileOptions } from './shown-file.ts';
import type { StoredConversation } from './stored-conversation.ts';
import { UnwrittenConversation, type UnwrittenConversationOptions } from './unwritten-conversation.ts';

export class ShownConversation {
  readonly lostAnswer = new LostAnswer();
  readonly #feed: ShownFileOptions['feed'];
  readonly #file: ShownFile;
  readonly #unwritten: UnwrittenConversation;
  /** The last call of `identifyRows`. */
  #identifying: Promise<void> = Promise.resolve();

  constructor(options: ShownFileOptions & UnwrittenConversationOptions) {
    this.#feed = options.feed;
    this.#file = new ShownFile(options);
    this.#unwritten = new UnwrittenConversation(options);
  }

  /** The conversation in the file of the session. Null for a session without a file. */
  get stored(): StoredConversation | null {
    return this.#file.conversation;
  }

  /** Opens the file of pi's session, or closes the previous one for a session without a file (--no-session). */
  openFile(file: string | undefined): void {
    if (file && file !== this.stored?.file) this.#file.open(file);
    if (!file) this.#file.clear();
  }

  close(): void {
    this.#file.close();
  }

  /** Replaces the conversation in the view with the one in this file. */
  async showFile(file: string): Promise<void> {
    await this.#showFile(file);
  }

  /** Replaces the conversation in the view with that of the session that pi is on, whether or not it has a file. */
  async showCurrent({ sessionFile }: { sessionFile?: string | undefined }): Promise<void> {
    if (sessionFile) await this.#showFile(sessionFile, { orUnwritten: true });
    else this.#replaceConversation(await this.#unwritten.read());
  }

  /** Shows another point of the session. pi has not appended anything there yet. */
  async showAt(file: string | undefined, leafId: string | null): Promise<void> {
    if (file) await this.#showFile(file, { leafId, orUnwritten: true });
    else await this.showCurrent({});
  }

  /**
   * Shows why a session cannot be used, under its own title and with its own messages, as far as its file can be read.
   * Does nothing if pi has exited, which the view already shows.
   */
  async showFailure(error: unknown, file: string | undefined): Promise<void> {
    if (this.#feed.view.exit) return;
    const sessionProblem = errorText(error);
    const { page, ...about } = (file && (await this.#readAnyway(file))) || {
      page: NO_ENTRIES,
      session: null,
    };
    this.#replaceConversation(page, { ...about, stats: null, ready: true, sessionProblem });
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
      if (conversation === this.stored)
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
    const stored = this.stored;
    if (!stored || !(await stored.exists())) return false;
    for (;;) {
      const { entries } = this.#feed.view;
      const { page } = await stored.readTail();
      if (stored !== this.stored || this.#feed.view.run || this.#feed.view.live) return false;
      // A row that came meanwhile may be missing in the page that was read.
      if (this.#feed.view.entries !== entries) continue;
      this.#feed.replace((view) => ({ ...view, ...withUnstored(page, entries) }));
      return true;
    }
  }

  /** Reports the session file's facts about rows that were seen live. A user bash keeps the id of its run. */
  async identifyRows(): Promise<void> {
    const identifying = this.#identify();
    this.#identifying = identifying.catch(() => undefined);
    await identifying;
  }

  /** Resolves when the rows of the last call are identified. */
  whenIdentified(): Promise<void> {
    return this.#identifying;
  }

  /** Reports which row a context edit concerns. pi names only the id of its entry, which live rows lack. */
  async readEdit(entryId: string): Promise<void> {
    const stored = this.stored;
    const edited = await stored?.findEdited(entryId);
    if (edited && stored === this.stored) this.#feed.emit({ type: 'panel_context_edit', ...edited });
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
    if (stored !== this.stored) return;
    this.#unwritten.onShown(isUnwritten ? stored : null);
    this.#replaceConversation(this.lostAnswer.addTo(page, session?.id), {
      ...(session && { session }),
      ...(workspace !== undefined && { workspace }),
    });
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

  async #identify(): Promise<void> {
    if (this.#unwritten.awaits(this.stored) && (await this.showStoredRows())) this.#unwritten.onShown(null);
    const isNew = ({ id, message: { role } }: Entry): boolean =>
      id === undefined && role !== 'bashExecution' && role !== 'unreadable';
    const stored = this.stored;
    const rows = await stored?.identify(this.#feed.view.entries.filter(isNew));
    if (stored === this.stored && rows && rows.length > 0)
      this.#feed.emit({ type: 'panel_stored_rows', rows });
  }

  #replaceConversation(page: EntriesPage, about: Partial<View> = {}): void {
    this.#feed.replace((view) => ({
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
