// Picking an element: an outline follows the pointer, and a click tells the page what it was on. Nothing of the document
// hears these clicks. With Shift the picking goes on.
import type { FrameMessage } from '../../../shared/frames.ts';
import { describeElement } from './describe-element.ts';
import { pictureOf } from './picture-of.ts';

const POINTED = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend'];

export class Picker {
  readonly #say: (message: FrameMessage, picture?: Blob | null) => void;
  #outline: HTMLElement | null = null;
  #at: Element | null = null;
  /** The last report, so that they arrive in the order of the clicks. */
  #reported: Promise<void> = Promise.resolve();

  constructor(say: (message: FrameMessage, picture?: Blob | null) => void) {
    this.#say = say;
  }

  set(isOn: boolean): void {
    if (isOn === (this.#outline !== null)) return;
    const change = isOn ? addEventListener : removeEventListener;
    change('pointermove', this.#move, true);
    change('scroll', this.#draw, true);
    change('click', this.#pick, true);
    change('keydown', this.#leave, true);
    for (const event of POINTED) change(event, this.#swallow, true);
    if (isOn) {
      this.#outline = makeOutline();
      document.documentElement.append(this.#outline);
    } else {
      this.#outline?.remove();
      this.#outline = this.#at = null;
    }
  }

  readonly #move = (event: Event): void => {
    const [target] = event.composedPath();
    this.#at = target instanceof Element ? target : null;
    this.#draw();
  };

  readonly #draw = (): void => {
    if (!this.#outline) return;
    const box = this.#at?.getBoundingClientRect();
    this.#outline.hidden = !box;
    if (!box) return;
    const { style } = this.#outline;
    style.transform = `translate(${box.left}px, ${box.top}px)`;
    style.width = `${box.width}px`;
    style.height = `${box.height}px`;
  };

  readonly #swallow = (event: Event): void => {
    event.stopImmediatePropagation();
    if (event.cancelable && !event.type.startsWith('touch')) event.preventDefault();
  };

  readonly #pick = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    // A finger does not move before it taps.
    const [target] = event.composedPath();
    const isMore = event instanceof MouseEvent && event.shiftKey;
    this.set(false);
    if (!(target instanceof Element)) return this.#say({ type: 'unpicked' });
    const picture = pictureOf(target);
    const element = describeElement(target);
    this.#reported = this.#reported.then(async () =>
      this.#say({ type: 'picked', element, isMore }, await picture),
    );
    if (isMore) this.set(true);
  };

  readonly #leave = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.set(false);
    this.#say({ type: 'unpicked' });
  };
}

function makeOutline(): HTMLElement {
  const outline = document.createElement('div');
  outline.style.cssText =
    'all: initial; position: fixed; inset: 0 auto auto 0; z-index: 2147483647; pointer-events: none;' +
    'box-sizing: border-box; outline: 2px solid #2f6fed; background: rgb(47 111 237 / 0.15)';
  outline.hidden = true;
  return outline;
}
