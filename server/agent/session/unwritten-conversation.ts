// The conversation of a session without a file, read from pi itself. pi writes the file with the first answer (up to
// 0.87.1) or with the user's first message (since 0.99), or never (--no-session). Before that, a session can have
// messages already: an extension began it with some (`newSession({ setup })`), or it was forked with --no-session.
import type { SessionEntry } from '../../../shared/pi/session.ts';
import { toCheckedEntry } from '../../../shared/pi/session-parse.ts';
import { contextEdits, nodesById, shownBranch } from '../../../shared/pi/session-tree.ts';
import type { EntriesPage } from '../../../shared/stored-sessions.ts';
import { historyOf, type Slim } from '../../../shared/view/history.ts';
import type { Feed } from '../feed/feed.ts';
import { slimMessage } from '../feed/slim-message.ts';
import type { PiPort } from '../process/current-pi.ts';
import { withLabel } from './entry-facts.ts';
import type { StoredConversation } from './stored-conversation.ts';

export interface UnwrittenConversationOptions {
  pi: Pick<PiPort, 'requestData'>;
  feed: Feed;
}

/** The data of a `get_entries` response. `leafId` is null before the first entry. */
interface Entries {
  entries: unknown[];
  leafId: string | null;
}

export class UnwrittenConversation {
  readonly #options: UnwrittenConversationOptions;
  /** The file that pi has not written, if the view shows what pi reported instead. */
  #awaited: StoredConversation | null = null;

  constructor(options: UnwrittenConversationOptions) {
    this.#options = options;
  }

  /** Call this when the view shows another conversation: the file that pi will write, or null if it shows a file. */
  onShown(awaited: StoredConversation | null): void {
    this.#awaited = awaited;
  }

  /** Whether the view shows what pi reported, because pi had not written this file. */
  awaits(shown: StoredConversation | null): boolean {
    return shown !== null && this.#awaited === shown;
  }

  /** Returns all rows, since nothing can read older ones later. */
  async read(): Promise<EntriesPage> {
    const { pi, feed } = this.#options;
    const slim: Slim = (message) => slimMessage(message, feed.images);
    if (!feed.view.can.listEntries) {
      const { messages } = await pi.requestData<{ messages: unknown[] }>({ type: 'get_messages' });
      const stored = messages.flatMap(
        (message, at) => toCheckedEntry({ type: 'message', message }, at) ?? [],
      );
      const { entries, toolRuns } = historyOf(stored, slim);
      // The ids are not those of pi's entries.
      return { entries: entries.map(({ id: _id, ...row }) => row), toolRuns, hasOlder: false };
    }
    const data = await pi.requestData<Entries>({ type: 'get_entries' });
    const all = data.entries.flatMap((value, at) => toCheckedEntry(value, at) ?? []);
    const stored = branchOf(all, data.leafId);
    const edits = contextEdits(stored.filter((entry) => entry.type === 'context_edit'));
    const drawn = new Set(feed.view.renders.entries);
    const { entries, toolRuns } = historyOf(stored, slim, { edits, drawn });
    const labels = labelsIn(all);
    return { entries: entries.map((row) => withLabel(row, labels)), toolRuns, hasOlder: false };
  }
}

function branchOf(entries: readonly SessionEntry[], leafId: string | null): SessionEntry[] {
  return shownBranch({ nodes: entries, byId: nodesById(entries), leafId, isSkipped: () => false }).nodes;
}

function labelsIn(entries: readonly SessionEntry[]): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const entry of entries) {
    if (entry.type !== 'label') continue;
    if (entry.label) labels.set(entry.targetId, entry.label);
    else labels.delete(entry.targetId);
  }
  return labels;
}
