// What stands in the composer: text and pictures, kept by the browser for each session. How it is delivered is the
// delivery's business.
import { MAX_TOTAL_BYTES, readAttachment, totalBytes, type Attachment } from './attachment.ts';
import { joined, without } from './draft-text.ts';
import {
  readAsked,
  readDraft,
  writeAsked,
  writeDraft,
  type Asked,
  type StoredDraft,
} from './stored-drafts.ts';

const IMAGES = 'pi-panel.draft-images:';

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
  /** What stood here when the session changed. */
  #left: { key: string; text: string; images: readonly Attachment[] } | null = null;
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
    if (this.#key !== null) writeAsked(localStorage, this.#key, asked);
  }

  /**
   * The draft of this session from now on. What stands here goes along into one where nothing was said yet
   * (`isEmpty`, which may turn out a moment later) and nothing else is being written.
   */
  use(key: string, isEmpty: boolean): void {
    if (key !== this.#key) this.#change(key);
    const left = this.#left;
    if (!isEmpty || !left) return;
    this.#left = null;
    if (this.#text !== '' || this.images.length > 0) return;
    this.#carriedFrom = left.key;
    this.text = left.text;
    this.#setImages(left.images);
  }

  #change(key: string): void {
    const before = this.#key;
    this.#left = before === null ? null : { key: before, text: this.#text, images: this.images };
    this.#key = key;
    const stored = readDraft(localStorage, key);
    // Typed before anything was known of a session: nothing of it may go.
    this.#text = before === null ? joined(stored.text, this.#text) : stored.text;
    this.images = readImages(key);
    this.#asked = readAsked(localStorage, key);
    this.losesImages = false;
    if (this.#text !== stored.text) this.#store();
    else void this.#takeCopy(key, stored);
  }

  /** After a crash of the browser the copy is the newer one. What was typed since is newer still. */
  async #takeCopy(key: string, stored: StoredDraft): Promise<void> {
    const copy = await this.#copies?.get(key).catch(() => undefined);
    if (!copy || copy.at <= stored.at || this.#key !== key || this.#text !== stored.text) return;
    this.#text = copy.text;
    writeDraft(localStorage, key, copy);
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
    writeDraft(localStorage, session, { text, at });
    // An empty one, too: it says that the draft was sent. A browser that keeps nothing on the disk loses no more.
    void this.#copies?.put({ session, text, at }).catch(() => undefined);
  }
}

function readImages(key: string): Attachment[] {
  const stored = sessionStorage.getItem(IMAGES + key);
  return stored === null ? [] : (JSON.parse(stored) as Attachment[]);
}

/** False when they do not fit. */
function writeImages(key: string, images: readonly Attachment[]): boolean {
  try {
    if (images.length > 0) sessionStorage.setItem(IMAGES + key, JSON.stringify(images));
    else sessionStorage.removeItem(IMAGES + key);
    return true;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    sessionStorage.removeItem(IMAGES + key);
    return false;
  }
}
