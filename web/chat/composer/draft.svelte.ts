// What stands in the composer: text and pictures, kept by the browser for each session. How it is delivered is the
// delivery's business.
import { asArray, Persisted } from '../../lib/persisted.ts';
import { isAttachment, MAX_TOTAL_BYTES, readAttachment, totalBytes, type Attachment } from './attachment.ts';
import { joined, without } from './draft-text.ts';
import {
  draftKey,
  readAsked,
  readDraft,
  readOwnDraft,
  writeAsked,
  writeDraft,
  writeOwnDraft,
  type Asked,
  type StoredDraft,
} from './stored-drafts.ts';

interface Found extends StoredDraft {
  images: readonly Attachment[];
}
const NOTHING: Found = { text: '', at: 0, images: [] };

/** What the browser has on the disk at once. Its localStorage is there at once, but is written seconds later. */
export interface DraftCopies {
  get(session: string): Promise<StoredDraft | undefined>;
  put(draft: StoredDraft & { session: string }): Promise<void>;
}

export class Draft {
  images = $state.raw<readonly Attachment[]>([]);
  /** One sentence about what happened to the draft without the person's doing. */
  note = $state<string | null>(null);
  /** The pictures are too large to be kept over a reload. */
  losesImages = $state(false);

  #text = $state('');
  #key: string | null = null;
  /** While the session is only likely: the draft that was found for it, which is put back should it be another. */
  #found: Found | null = null;
  /** What stood here when the session changed. */
  #left: { key: string; text: string; images: readonly Attachment[]; here: string } | null = null;
  /** The session that the text was typed in, which keeps it until it is sent. */
  #carriedFrom: string | null = null;
  #asked: Asked | null = null;
  readonly #copies: DraftCopies | null;

  /** `copies`: for when the browser crashes. */
  constructor(copies: DraftCopies | null = null) {
    this.#copies = copies;
  }

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    this.#text = text;
    this.#store();
  }

  /** What of it was sent and not answered yet, so that it is known again when it turns up. Outlives a reload. */
  get asked(): Asked | null {
    return this.#asked;
  }

  set asked(asked: Asked | null) {
    this.#asked = asked;
    if (this.#key !== null) writeAsked(this.#key, asked);
  }

  /**
   * To be called while the session is not known, with the one that is likely: what is typed meanwhile is typed into
   * its draft, and not put below it later, when Enter may be on its way. Without one (null) it stays where it is, or
   * is kept for the folder of the agent, and goes along into whatever session turns out to be there.
   */
  expect(session: string | null, workspace: string): void {
    const isKnown = this.#key !== null && this.#found === null;
    const key = session ?? `in ${workspace}`;
    if (key === this.#key || (session === null && isKnown)) return;
    this.#change(key);
    this.#found = session === null ? NOTHING : { ...stored(key), images: this.images };
  }

  /**
   * The draft of this session from now on. What stands here goes along into one where nothing was said yet
   * (`isEmpty`, which may turn out a moment later) and nothing else is being written.
   */
  use(key: string, isEmpty: boolean): void {
    if (key !== this.#key) this.#change(key);
    this.#found = null;
    const left = this.#left;
    if (!isEmpty || !left) return;
    this.#left = null;
    if (this.#text !== left.here || this.images.length > 0) return;
    this.#carriedFrom = left.key;
    this.text = left.text;
    this.#setImages(left.images);
  }

  #change(key: string): void {
    const before = this.#key;
    const { images } = this;
    const [text, found] = [this.#text, this.#found];
    const early = before !== null && found === null ? NOTHING : this.#takeEarly();
    if (before !== null && found !== NOTHING) this.#left = { key: before, text, images, here: early.text };
    this.#key = key;
    const kept = stored(key);
    this.#text = joined(kept.text, early.text);
    this.images = readImages(key);
    this.#asked = readAsked(key);
    this.losesImages = false;
    if (early.images.length > 0) this.#setImages([...this.images, ...early.images]);
    if (early.text !== '') this.#store();
    else void this.#takeCopy(key, kept);
  }

  /** What was written before the session was known; the place where that was kept gets back what was there. */
  #takeEarly(): Pick<Found, 'text' | 'images'> {
    const found = this.#found ?? NOTHING;
    this.#found = null;
    const text = this.#text === found.text ? '' : without(found.text, this.#text);
    const images = this.images.filter((image) => !found.images.includes(image));
    if (this.#key !== null && text !== '') keep(this.#key, found);
    if (this.#key !== null && images.length > 0) writeImages(this.#key, found.images);
    return { text, images };
  }

  /** After a crash of the browser the copy is the newer one. What was typed since is newer still. */
  async #takeCopy(key: string, kept: StoredDraft): Promise<void> {
    const copy = await this.#copies?.get(key).catch(() => undefined);
    if (!copy || this.#key !== key || this.#text !== kept.text) return;
    const shared = readDraft(key);
    // Both are written at once. Without a crash the copy is newer only where the text was sent and the other removed.
    if (copy.at <= Math.max(kept.at, shared.at) || (shared.at === 0 && copy.text === '')) return;
    // Of two tabs it may be the other one's.
    if (shared.at !== 0 && shared.text !== kept.text) return;
    this.#text = copy.text;
    if (this.#found) this.#found = { ...this.#found, ...copy };
    keep(key, copy);
  }

  /** To be called when storage was changed by another tab: it sent its text, and this one still stands here. */
  keepBeside({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): void {
    if (this.#key === null || key !== draftKey(this.#key) || newValue !== null) return;
    if (this.#text !== '') this.#store();
  }

  /** Behind what stands there. */
  insert(text: string): void {
    this.text = joined(this.#text, text);
  }

  /** Before what is being typed: it was written earlier. */
  giveBack(texts: readonly string[], images: readonly Attachment[] = []): void {
    this.text = joined(...texts, this.#text);
    this.#setImages([...images, ...this.images]);
  }

  /** Was accepted; what was typed on meanwhile stays. */
  sent(text: string, images: readonly Attachment[]): void {
    this.note = null;
    this.asked = null;
    this.text = without(text, this.#text);
    this.#setImages(this.images.filter((image) => !images.includes(image)));
    if (this.#carriedFrom === null) return;
    this.#write(this.#carriedFrom, '');
    writeImages(this.#carriedFrom, []);
    this.#carriedFrom = null;
  }

  /** Says in `note` why some were not taken. */
  async attach(files: readonly File[]): Promise<void> {
    const refused: string[] = [];
    for (const file of files) {
      try {
        const image = await readAttachment(file);
        if (totalBytes([...this.images, image]) > MAX_TOTAL_BYTES)
          throw new Error(`${image.name} is too much: the pictures of one message may have 8 MB.`);
        this.#setImages([...this.images, image]);
      } catch (error) {
        refused.push(error instanceof Error ? error.message : String(error));
      }
    }
    this.note = refused.length > 0 ? refused.join(' ') : null;
  }

  detach(image: Attachment): void {
    this.#setImages(this.images.filter((other) => other !== image));
  }

  #setImages(images: readonly Attachment[]): void {
    this.images = images;
    if (this.#key !== null) this.losesImages = !writeImages(this.#key, images);
  }

  #store(): void {
    if (this.#key !== null) this.#write(this.#key, this.#text);
  }

  #write(session: string, text: string): void {
    const at = Date.now();
    keep(session, { text, at });
    // An empty one, too: it says that the draft was sent. A browser that keeps nothing on the disk loses no more.
    void this.#copies?.put({ session, text, at }).catch(() => undefined);
  }
}

/** This tab's, or else what the last one left. */
function stored(session: string): StoredDraft {
  return readOwnDraft(session) ?? readDraft(session);
}

function keep(session: string, draft: StoredDraft): void {
  writeOwnDraft(session, draft);
  writeDraft(session, draft);
}

function readImages(key: string): readonly Attachment[] {
  return storedImages(key).get();
}

/** False when they do not fit. */
function writeImages(key: string, images: readonly Attachment[]): boolean {
  const stored = storedImages(key);
  const isStored = stored.set(images.length > 0 ? images : null);
  if (!isStored) stored.set(null);
  return isStored;
}

function storedImages(key: string): Persisted<readonly Attachment[]> {
  return new Persisted({
    area: 'tab',
    key: `pi-panel.draft-images:${key}`,
    parse: (value) => asArray(value, isAttachment),
  });
}
