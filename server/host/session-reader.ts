// Reads the conversation of a stored session from pi's file, a part at a time, without starting pi.
import { Refusal } from '../../shared/refusal.ts';
import type { EntryPlace } from '../../shared/searches.ts';
import type { EntriesPage, NamedSession } from '../../shared/stored-sessions.ts';
import { ImageStore, type StoredImage } from '../agent/feed/images.ts';
import { slimMessage } from '../agent/feed/slim-message.ts';
import { EntryMetadata } from '../agent/session/entry-metadata.ts';
import { StoredConversation } from '../agent/session/stored-conversation.ts';

/** How many sessions keep their index, so that the next page of a long session does not read the file again. */
const MAX_OPEN = 4;

export interface PageRequest {
  /** The key of the entry before which the part ends. Default: it ends where the conversation does. */
  before?: string | undefined;
  /** The id of an entry on another branch, where the conversation is to end. */
  branch?: string | undefined;
  /** The id of an entry to find. If it is on another branch, that branch is read. */
  entry?: string | undefined;
  limit: number;
}

export interface ReadPage extends EntriesPage {
  session: NamedSession;
  place?: EntryPlace;
}

export class SessionReader {
  /** The images of the parts that were read last. */
  readonly #images = new ImageStore();
  readonly #open = new Map<string, StoredConversation>();

  /** Rejects with a Refusal 404 for a file without a session, and 422 for one that is not a session. */
  async read(file: string, { before, branch, entry, limit }: PageRequest): Promise<ReadPage> {
    const conversation = this.#conversationOf(file, branch ?? '');
    if (branch !== undefined) await conversation.goTo(branch);
    const place = entry === undefined ? null : await conversation.findEntry(entry);
    if (place?.isOnBranch === false && branch === undefined)
      return { ...(await this.read(file, { before, branch: entry, limit })), place };
    const { page, session, workspace } = await conversation.readTail();
    if (!session || workspace === undefined)
      throw new Refusal(404, 'unknown_session', 'session: its file is gone or empty.');
    const { id, name, firstMessage = '' } = session;
    return {
      ...(before === undefined ? page : await conversation.readBefore(before, limit)),
      session: { id, workspace, firstMessage, ...(name && { name }) },
      ...(place && { place }),
    };
  }

  /** Returns an image of a part that was read, or undefined if many others have been read since. */
  image(reference: string): StoredImage | undefined {
    return this.#images.get(reference);
  }

  #conversationOf(file: string, branch: string): StoredConversation {
    const key = `${branch}\n${file}`;
    const known = this.#open.get(key);
    const conversation =
      known ??
      new StoredConversation(file, {
        slim: (message) => slimMessage(message, this.#images),
        metadata: new EntryMetadata({ file: null, onTrouble: () => {} }),
        drawnEntries: () => [],
      });
    // The session that was read last is moved to the end.
    this.#open.delete(key);
    this.#open.set(key, conversation);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_OPEN && oldest !== undefined) this.#open.delete(oldest);
    return conversation;
  }
}
