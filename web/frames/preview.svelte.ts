// What the preview shows now: its frame, where the frame has gone, and what its console says.
import type { ConsoleEntry, FrameSource, PreviewLook } from '../../shared/frames.ts';
import type { PreviewRequest } from '../state/workbench/requests.ts';
import type { Api } from '../lib/requests/api.ts';
import { encodeBase64, toJpeg } from '../lib/browser/picture-bytes.ts';
import type { Abuse } from './box/abuse.ts';
import type { Said } from './box/frame-messages.ts';
import { FrameOnPage } from './box/open-frame.svelte.ts';
import { pathOf, placeAt, writeAddress } from './read-address.ts';

/** Of the newest entries of the console. */
const MOST_ENTRIES = 200;

/** Of what pi sees. */
const MOST_ENTRIES_SEEN = 50;
/** Of the longer side of a picture. */
const MOST_PIXELS = 1600;
/** How long a document may take to say what is in it, in ms. */
const LOOK_MS = 10_000;

export interface PreviewTerms {
  agent: { api: Api; path: string };
  request: PreviewRequest;
  /** Whether a file may reach other servers. */
  hasNetwork: boolean;
}

export class Preview {
  readonly frame: FrameOnPage;
  readonly hasNetwork: boolean;
  /** Where the frame is, as far as it tells. */
  place: PreviewRequest;
  title = $state('');
  errors = $state(0);
  warnings = $state(0);
  entries = $state.raw<readonly ConsoleEntry[]>([]);
  /** Whether the document has frames that do not tell what is in them. */
  hasOthers = $state(false);
  /** Why it was given up; null as long as it is not. */
  abuse = $state<Abuse | null>(null);
  /** Whether a click in the frame picks an element. */
  isPicking = $state(false);
  /** Whether pi may look at it. */
  isLookable = $state(false);
  #looking: Promise<PreviewLook> | null = null;
  #onLooked: ((said: Pick<PreviewLook, 'tree'> & { picture: Blob | null }) => void) | null = null;
  /** Where the box goes, within the frame: another object each time. */
  #start: { path: string };

  constructor({ agent, request, hasNetwork }: PreviewTerms) {
    this.place = $state.raw(request);
    this.hasNetwork = hasNetwork;
    this.#start = $state.raw({ path: pathOf(request) });
    const source: FrameSource =
      'file' in request ? { file: request.file, hasNetwork } : { port: request.port };
    this.frame = new FrameOnPage(source, agent);
  }

  /** What the box loads; null while there is nothing to load. */
  readonly visit = $derived.by(() => {
    const { shown } = this.frame;
    return shown && this.abuse === null ? { address: shown.address + this.#start.path.slice(1) } : null;
  });

  /** Whether the file that is shown now may reach other servers: only the one for which that was allowed. */
  get isOnline(): boolean {
    const { source } = this.frame;
    return this.hasNetwork && 'file' in source && 'file' in this.place && this.place.file === source.file;
  }

  /** Whether this frame can show it, without another one. */
  canShow(request: PreviewRequest): boolean {
    const { source } = this.frame;
    if ('file' in request) return 'file' in source && source.file === request.file;
    return 'port' in source && source.port === request.port;
  }

  go(request: PreviewRequest): void {
    this.place = request;
    this.#start = { path: pathOf(request) };
  }

  /** Resolves to what pi sees. `ask` asks the document, and returns whether it can answer. */
  look(ask: () => boolean): Promise<PreviewLook> {
    this.#looking ??= this.#lookNow(ask).finally(() => (this.#looking = null));
    return this.#looking;
  }

  async #lookNow(ask: () => boolean): Promise<PreviewLook> {
    const { promise, resolve } = Promise.withResolvers<{ tree: string; picture: Blob | null }>();
    const nothing = { tree: '', picture: null };
    this.#onLooked = resolve;
    const timer = setTimeout(() => resolve(nothing), LOOK_MS);
    if (!ask()) resolve(nothing);
    const { tree, picture } = await promise;
    clearTimeout(timer);
    this.#onLooked = null;
    const data = picture && (await readPicture(picture));
    const { errors, warnings } = this;
    const entries = this.entries
      .slice(-MOST_ENTRIES_SEEN)
      .map(({ level, text }) => ({ level, text: plain(text) }));
    const [address, title] = [plain(writeAddress(this.place)), plain(this.title)];
    const seen = { address, title, errors, warnings, entries, tree: plain(tree) };
    return data === null ? seen : { ...seen, picture: data };
  }

  onMessage({ message, picture }: Said): void {
    if (message.type === 'place') {
      const prefix =
        this.frame.shown?.way === 'path' ? new URL(this.frame.shown.address).pathname.slice(0, -1) : '';
      this.place = placeAt(this.place, message.address, prefix);
      this.title = message.title;
      this.hasOthers = message.hasOthers;
    } else if (message.type === 'console') {
      // A document that is loaded again counts from 0.
      if (message.errors + message.warnings < this.errors + this.warnings) this.entries = [];
      this.errors = message.errors;
      this.warnings = message.warnings;
      this.entries = [...this.entries, ...message.entries].slice(-MOST_ENTRIES);
    } else if (message.type === 'looked') this.#onLooked?.({ tree: message.tree, picture });
    else if (message.type !== 'size')
      this.isPicking = message.type === 'picked' && message.isMore && this.isPicking;
  }
}

/** The panel takes no text with a NUL or half a surrogate pair, which a page may contain. */
function plain(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Draws the picture again, so that it is one whatever the frame sent. Resolves to null if it is none. */
async function readPicture(picture: Blob): Promise<string | null> {
  try {
    const image = await createImageBitmap(picture);
    const jpeg = await toJpeg(image, MOST_PIXELS);
    image.close();
    return await encodeBase64(jpeg);
  } catch {
    return null;
  }
}
