// The frames inside the document that have its own origin, and so the same script: the document hears them as the page
// hears the document, and passes on what they say. What else is framed says nothing, because it may be of anyone.
import { FRAME_HELLO, type FrameMessage, type FrameOrder } from '../../../shared/frames.ts';
import { isRecord } from '../../../shared/pi/is-record.ts';
import type { Counted } from './console-watch.ts';
import { selectorOf } from './describe-element.ts';

export const FRAMES = 'iframe, frame, object, embed';

export interface NestedOptions {
  say: (message: FrameMessage, picture: Blob | null) => void;
  onConsole: (counted: Counted) => void;
  /** Called when an element in a frame was picked, or the picking was left there. */
  onPickEnd: () => void;
}

interface Nested {
  port: MessagePort;
  errors: number;
  warnings: number;
}

export class NestedFrames {
  readonly #options: NestedOptions;
  readonly #heard = new Map<Window, Nested>();
  #isPicking = false;

  constructor(options: NestedOptions) {
    this.#options = options;
  }

  /** Call this with each message event of the window. */
  receive({ data, source, origin }: MessageEvent): void {
    // In a sandbox without an origin, all frames look alike.
    const isOwn = origin === location.origin && origin === self.origin;
    if (data !== FRAME_HELLO || !isOwn || source === window.parent || !isWindow(source)) return;
    for (const [window, { port }] of this.#heard)
      if (window.closed || window === source) {
        port.close();
        this.#heard.delete(window);
      }
    const { port1, port2 } = new MessageChannel();
    const nested = { port: port1, errors: 0, warnings: 0 };
    this.#heard.set(source, nested);
    port1.onmessage = (event) => this.#hear(source, nested, event.data);
    source.postMessage(FRAME_HELLO, origin, [port2]);
    if (this.#isPicking) this.order({ type: 'pick', isOn: true });
  }

  order(order: FrameOrder): void {
    if (order.type === 'pick') this.#isPicking = order.isOn;
    for (const { port } of this.#heard.values()) port.postMessage(JSON.stringify(order));
  }

  isHeard(frame: Element): boolean {
    const { contentWindow } = frame as Partial<HTMLIFrameElement>;
    return contentWindow != null && this.#heard.has(contentWindow);
  }

  /** Whether there are frames that say nothing. */
  hasOthers(): boolean {
    return [...document.querySelectorAll(FRAMES)].some((frame) => !this.isHeard(frame));
  }

  #hear(source: Window, nested: Nested, data: unknown): void {
    const isPictured = isRecord(data) && data.picture instanceof Blob;
    const message = JSON.parse(String(isPictured ? data.message : data)) as FrameMessage;
    if (message.type === 'console') {
      const { errors, warnings, entries } = message;
      this.#options.onConsole({
        errors: errors - nested.errors,
        warnings: warnings - nested.warnings,
        entries,
      });
      Object.assign(nested, { errors, warnings });
    } else if (message.type === 'unpicked') {
      this.#options.onPickEnd();
      this.#options.say(message, null);
    } else if (message.type === 'picked') {
      if (!message.isMore) this.#options.onPickEnd();
      const frame = [...document.querySelectorAll('iframe, frame')].find(
        (each) => (each as HTMLIFrameElement).contentWindow === source,
      );
      const { element } = message;
      const selector = `${frame ? selectorOf(frame) : 'iframe'} >>> ${element.selector}`.slice(0, 500);
      const address = element.frame ?? (source.location.pathname + source.location.search).slice(0, 500);
      this.#options.say(
        { ...message, element: { ...element, selector, frame: address } },
        isPictured ? (data.picture as Blob) : null,
      );
    }
  }
}

function isWindow(source: MessageEventSource | null): source is Window {
  return source !== null && 'parent' in source && source.parent === window;
}
