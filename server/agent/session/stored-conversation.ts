// Reads the conversation in pi's session file as entries for the view: its tail for a snapshot, older pages on demand.
import path from 'node:path';
import type { AgentMessage, ToolResultMessage } from '../../../shared/pi/messages.ts';
import type { SessionEntry } from '../../../shared/pi/session.ts';
import {
  historyOf,
  messageOf,
  plainText,
  type History as Rows,
  type Slim,
} from '../../../shared/view/history.ts';
import { firstMessageIn } from '../../../shared/view/session-title.ts';
import { keyTime, messageKey, unreadableId } from '../../../shared/view/transcript.ts';
import type { PanelEvent, StoredRow } from '../../../shared/view/view-event.ts';
import type { Entry } from '../../../shared/view/conversation.ts';
import type { SessionInfo } from '../../../shared/view/view.ts';
import type { EntriesPage } from '../../../shared/stored-sessions.ts';
import type { EntryPlace, FoundInConversation, StoredPrompt } from '../../../shared/searches.ts';
import { openHistory, type History } from '../../sessions/history.ts';
import { factsOf, withBlocked, withLabel, withPlanNotes, withSentAs } from './entry-facts.ts';
import { findEntry, findText } from './find-in-conversation.ts';
import type { EntryMetadata } from './entry-metadata.ts';
import { modelIn, type ModelName } from './last-model.ts';
import { cutText } from '../../../shared/view/cut-text.ts';

/** How many stored entries a snapshot has. */
const TAIL_ENTRIES = 120;
/** Characters of a message in the list of prompts. */
const MAX_PROMPT = 200;
/** How many pages are searched for the result of an old call. */
const MAX_SEARCHED_PAGES = 50;

type Edited = Omit<Extract<PanelEvent, { type: 'panel_context_edit' }>, 'type'>;

interface StoredConversationOptions {
  slim: Slim;
  metadata: EntryMetadata;
  /** The types of session entries that extensions draw. */
  drawnEntries: () => readonly string[];
}

const NOTHING: EntriesPage = { entries: [], toolRuns: {}, hasOlder: false };

export class StoredConversation {
  readonly file: string;
  readonly #slim: Slim;
  readonly #metadata: EntryMetadata;
  readonly #drawnEntries: () => readonly string[];
  /** Opened once, because it remembers where pi has gone in the tree. */
  #history: Promise<History> | null = null;
  /** The ids of the entries of rows that were read, by the key of the row. */
  readonly #ids = new Map<string, string>();

  constructor(file: string, { slim, metadata, drawnEntries }: StoredConversationOptions) {
    this.file = file;
    this.#slim = slim;
    this.#metadata = metadata;
    this.#drawnEntries = drawnEntries;
  }

  async exists(): Promise<boolean> {
    return (await this.#open()).header !== undefined;
  }

  /** Reads the end of the conversation. Empty until pi writes the file (up to 0.87.1, with its first answer). */
  async readTail(): Promise<{ page: EntriesPage; session?: SessionInfo; workspace?: string }> {
    const history = await this.#open();
    if (!history.header) return { page: NOTHING };
    const page = this.#toPage(history, await history.tail(TAIL_ENTRIES));
    const name = await history.name();
    const firstMessage = firstMessageIn(page.hasOlder ? await this.#readFirst(history) : page.entries);
    const session: SessionInfo = {
      id: history.header.id,
      file: path.basename(this.file),
      ...(name && { name }),
      ...(firstMessage !== undefined && { firstMessage }),
    };
    return { page, session, workspace: history.header.cwd };
  }

  /**
   * Follows pi to this entry of the tree (null: before the first entry), after which pi has not appended anything yet.
   */
  async goTo(leafId: string | null): Promise<void> {
    (await this.#open()).setLeaf(leafId);
  }

  /** Reads about `limit` entries before the one with this key. */
  async readBefore(key: string, limit: number): Promise<EntriesPage> {
    const history = await this.#open();
    const role = key.slice(0, key.indexOf('-'));
    let id =
      this.#ids.get(key) ??
      unreadableId(key) ??
      (history.header && (await history.findId({ role, timestamp: keyTime(key) })));
    while (id) {
      const stored = await history.before(id, limit);
      const page = this.#toPage(history, stored, role);
      if (page.entries.length > 0 || !page.hasOlder) return page;
      id = stored[0]?.id;
    }
    return NOTHING;
  }

  /** Returns the file's facts about rows that were seen live. Rows that are not in the file are left out. */
  async identify(rows: readonly Entry[]): Promise<StoredRow[]> {
    const history = await this.#open();
    if (!history.header || rows.length === 0) return [];
    const found = await history.find(rows.map(({ message: { role, timestamp } }) => ({ role, timestamp })));
    return rows.flatMap(({ key }, at) => {
      const entry = found[at];
      return entry ? [{ key, id: entry.id, ...factsOf(history, entry) }] : [];
    });
  }

  /** Returns the row or tool run of an entry that context edits concern, or null if it has none. */
  async findEdited(entryId: string): Promise<Edited | null> {
    const history = await this.#open();
    const edit = history.edits().get(entryId);
    const entry = await history.entry(entryId);
    const message = entry && messageOf(entry);
    if (!message) return null;
    const edited = { entryId, ...(edit && { edit }) };
    if (message.role === 'toolResult') return { ...edited, call: message.toolCallId };
    return { ...edited, row: { role: message.role, timestamp: message.timestamp } };
  }

  /** Returns the result of a tool call, or the user bash command of this call. */
  async findResult(call: string): Promise<AgentMessage | null> {
    const history = await this.#open();
    let stored = history.header ? await history.tail(TAIL_ENTRIES) : [];
    for (let page = 0; page < MAX_SEARCHED_PAGES && stored.length > 0; page++) {
      const found = stored.find((entry) => this.#isResultOf(entry, call));
      if (found) return messageOf(found);
      stored = await history.before(stored[0]!.id, TAIL_ENTRIES);
    }
    return null;
  }

  /** Returns the text of the user's message with this key, at any length, or null if the file does not have it. */
  async readText(key: string): Promise<string | null> {
    const history = await this.#open();
    const timestamp = keyTime(key);
    if (!history.header || Number.isNaN(timestamp)) return null;
    const [entry] = await history.find([{ role: 'user', timestamp }]);
    const message = entry && messageOf(entry);
    return message?.role === 'user' ? plainText(message.content) : null;
  }

  async #readFirst(history: History): Promise<Entry[]> {
    const stored = await history.firstPrompt();
    return stored ? this.#toPage(history, [stored]).entries : [];
  }

  async findText(query: string): Promise<FoundInConversation> {
    return findText(await this.#open(), query);
  }

  /** Returns the messages of the user on every branch, in the order of the file. */
  async readUserMessages(): Promise<{ entryId: string; text: string }[]> {
    const stored = await (await this.#open()).prompts('all');
    return stored.flatMap((entry) => {
      const message = messageOf(entry);
      return message?.role === 'user' ? [{ entryId: entry.id, text: plainText(message.content) }] : [];
    });
  }

  async prompts(): Promise<StoredPrompt[]> {
    const stored = await (await this.#open()).prompts();
    return stored.flatMap((entry) => {
      const message = messageOf(entry);
      if (message?.role !== 'user') return [];
      const text = this.#metadata.findTypedMessage(message)?.text ?? plainText(message.content);
      const line = cutText(text.replace(/\s+/g, ' ').trim(), MAX_PROMPT);
      return [{ key: messageKey(message), text: line, at: message.timestamp }];
    });
  }

  /** Returns the last choice of a model and the model of the last answer, the latest first. */
  async lastModels(): Promise<(ModelName | null)[]> {
    return (await (await this.#open()).lastModels()).map(modelIn);
  }

  /** Returns null for an entry that the conversation cannot show. */
  async findEntry(id: string): Promise<EntryPlace | null> {
    return findEntry(await this.#open(), id);
  }

  async #open(): Promise<History> {
    await this.#metadata.refresh();
    if (this.#history) {
      const history = await this.#history;
      await history.refresh();
      return history;
    }
    const opening = openHistory(this.file);
    this.#history = opening;
    try {
      return await opening;
    } catch (error) {
      // The next reader tries again.
      this.#history = null;
      throw error;
    }
  }

  #toPage(history: History, stored: SessionEntry[], next?: string): EntriesPage {
    // Results at the start belong to calls on the previous page and come with that page, like the entries of extensions
    // between them.
    const drawn = new Set(this.#drawnEntries());
    const first = stored.findIndex(
      (entry) => !isToolResult(entry) && (entry.type !== 'custom' || drawn.has(entry.customType)),
    );
    const whole = first > 0 ? stored.slice(first) : stored;
    const start = whole[0];
    const { entries, toolRuns } = this.#withMetadata(
      historyOf(whole, this.#slim, { next, edits: history.edits(), drawn }),
    );
    for (const { key, id } of entries) if (id !== undefined) this.#ids.set(key, id);
    const labels = history.labels();
    const notes = history.planNotes();
    const { newer } = history;
    const afterCut = rowAfterCut(entries, whole, history.cut?.entry.id);
    const byId = new Map(stored.map((entry) => [entry.id, entry]));
    return {
      entries: entries.map((entry) => ({
        ...withPlanNotes(withLabel(entry, labels), notes),
        ...factsOf(history, byId.get(entry.id ?? '')),
        ...(entry === afterCut && { lost: history.cut?.lost ?? 0 }),
      })),
      toolRuns: withBlocked(toolRuns, history.blockedCalls()),
      hasOlder: start !== undefined && history.hasBefore(start.id),
      ...(newer && { newerBranch: newer }),
    };
  }

  #withMetadata({ entries, toolRuns }: Rows): Rows {
    const runs = { ...toolRuns };
    const rows = entries.map((entry) => {
      const { message, call: stored } = entry;
      if (message.role === 'user') return withSentAs(entry, this.#metadata.findTypedMessage(message));
      const run = stored !== undefined && runs[stored];
      const known = run && message.role === 'bashExecution' && this.#metadata.findUserBash(message);
      // If two equal commands were run at about the same time, the second one keeps the id of its entry.
      if (!known || runs[known.call]) return entry;
      const { call, duration, bytes = run.output.bytes } = known;
      delete runs[stored];
      const startedAt = duration === undefined ? undefined : (run.endedAt ?? 0) - duration;
      const output = { ...run.output, bytes };
      runs[call] = { ...run, id: call, output, ...(startedAt !== undefined && { startedAt }) };
      return { ...entry, call };
    });
    for (const run of Object.values(runs)) {
      if (run.startedAt === undefined && !run.user)
        runs[run.id] = { ...run, ...this.#metadata.findToolRun(run.id) };
    }
    for (const run of Object.values(runs)) {
      const structured = this.#metadata.findValues(run.id);
      if (structured !== undefined) runs[run.id] = { ...run, structured };
    }
    return { entries: rows, toolRuns: runs };
  }

  #isResultOf(entry: SessionEntry, call: string): boolean {
    if (isToolResult(entry)) return entry.message.toolCallId === call;
    if (entry.type !== 'message' || entry.message.role !== 'bashExecution') return false;
    return entry.id === call || this.#metadata.findUserBash(entry.message)?.call === call;
  }
}

/** Returns the first row that pi sends to the model, if the branch is cut in this part of it. */
function rowAfterCut(
  rows: readonly Entry[],
  stored: readonly SessionEntry[],
  cut: string | undefined,
): Entry | undefined {
  const at = stored.findIndex(({ id }) => id === cut);
  if (at === -1) return undefined;
  const after = new Set(stored.slice(at).map(({ id }) => id));
  return rows.find(({ id }) => id !== undefined && after.has(id));
}

function isToolResult(entry: SessionEntry): entry is Extract<SessionEntry, { type: 'message' }> & {
  message: ToolResultMessage;
} {
  return entry.type === 'message' && entry.message.role === 'toolResult';
}
