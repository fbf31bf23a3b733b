// What the page hears of one frame: messages through a port that the page has opened, in limits. A frame that says more
// than any page needs is given up, because only that ends its messages.
import { FRAME_HELLO, type FrameOrder } from '../../../shared/frames.ts';
import { parseSaid, type Said } from './frame-messages.ts';

/** Messages at once, and each second after that. A page that starts with 1,000 errors reports them in 50 messages. */
const BURST = 300;
const EACH_SECOND = 100;
/** In characters: a long message counts as several. */
const LENGTH_OF_ONE = 4096;
/** A message with a picture, which is read only if the page has asked for it, counts as so many. */
const COST_OF_PICTURE = 10;
/** A port that is opened counts as so many messages. */
const COST_OF_HELLO = 10;

export interface FrameChannelOptions {
  /** Where the frame may be, for `postMessage`: its origin, or '*' if it has none. */
  targetOrigin: string;
  onMessage: (said: Said) => void;
  /** Called when a document can hear orders. */
  onOpen?: () => void;
  /** Called once: nothing is heard from then on. */
  onFlood: () => void;
  /** In ms. */
  now?: () => number;
}

/** A message event of the frame's window. */
export interface FromFrame {
  data: unknown;
  source: Pick<Window, 'postMessage'>;
}

export class FrameChannel {
  readonly #options: FrameChannelOptions;
  readonly #now: () => number;
  #left = BURST;
  #countedAt: number;
  #port: MessagePort | null = null;
  /** Whether the document that is being loaded has said hello. */
  #isGreeted = false;
  #isClosed = false;

  constructor(options: FrameChannelOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#countedAt = this.#now();
  }

  /** Call this with each message event of the frame's window, whatever it says: each costs the page some time. */
  receive({ data, source }: FromFrame): void {
    const isHello = data === FRAME_HELLO;
    if (!this.#count(isHello ? COST_OF_HELLO : 1) || !isHello) return;
    this.#isGreeted = true;
    this.#port?.close();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data: said }) => this.#hear(said);
    source.postMessage(FRAME_HELLO, this.#options.targetOrigin, [port2]);
    this.#options.onOpen?.();
  }

  /** Whether the frame has asked for a port, so that it may obey. */
  get isOpen(): boolean {
    return this.#port !== null;
  }

  /** Call this when the frame has loaded a document: one without the script, such as a text, hears nothing. */
  onLoad(): void {
    if (!this.#isGreeted) {
      this.#port?.close();
      this.#port = null;
    }
    this.#isGreeted = false;
  }

  order(order: FrameOrder): void {
    this.#port?.postMessage(JSON.stringify(order));
  }

  close(): void {
    this.#isClosed = true;
    this.#port?.close();
    this.#port = null;
  }

  #hear(data: unknown): void {
    const cost = typeof data === 'string' ? Math.ceil(data.length / LENGTH_OF_ONE) : COST_OF_PICTURE;
    if (!this.#count(cost)) return;
    const said = parseSaid(data);
    if (said) this.#options.onMessage(said);
  }

  /** Returns false if the frame has said too much. */
  #count(cost: number): boolean {
    if (this.#isClosed) return false;
    const now = this.#now();
    this.#left = Math.min(BURST, this.#left + ((now - this.#countedAt) / 1000) * EACH_SECOND);
    this.#countedAt = now;
    this.#left -= cost;
    if (this.#left >= 0) return true;
    this.close();
    this.#options.onFlood();
    return false;
  }
}
