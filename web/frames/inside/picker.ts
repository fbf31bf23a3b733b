// Picking an element: an outline follows the pointer, and a click tells the page what it was on. Nothing of the document
// hears these clicks. With Shift the picking goes on.
import type { FrameMessage } from '../../../shared/frames.ts';
import { describeElement } from './describe-element.ts';
import { FrameShields } from './frame-shields.ts';
import { pictureOf } from './picture-of.ts';

const POINTED = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend'];

export interface PickerOptions {
  say: (message: FrameMessage, picture?: Blob | null) => void;
  /** Called when the user has picked the last element, or none. */
  onEnd: () => void;
  /** Whether elements inside of this frame are picked there. */
  isHeard: (frame: Element) => boolean;
}

export class Picker {
  readonly #options: PickerOptions;
  readonly #shields: FrameShields;
  #outline: HTMLElement | null = null;
  #at: Element | null = null;
  /** The last report, so that they arrive in the order of the clicks. */
  #reported: Promise<void> = Promise.resolve();

  constructor(options: PickerOptions) {
    this.#options = options;
    this.#shields = new FrameShields(options.isHeard);
  }

  set(isOn: boolean): void {
    if (isOn === (this.#outline !== null)) return;
    const change = isOn ? addEventListener : removeEventListener;
    for (const event of ['pointermove', 'pointerover']) change(event, this.#move, true);
    change('pointerout', this.#out, true);
    change('scroll', this.#draw, true);
    change('click', this.#pick, true);
    change('keydown', this.#leave, true);
    for (const event of POINTED) change(event, this.#swallow, true);
    this.#shields.set(isOn);
    if (isOn) {
      this.#outline = makeOutline();
      document.documentElement.append(this.#outline);
    } else {
      this.#outline?.remove();
      this.#outline = this.#at = null;
    }
  }

  readonly #move = (event: Event): void => {
    const target = this.#shields.targetOf(event);
    // The outline goes on inside.
    this.#at = target && this.#options.isHeard(target) ? null : target;
    this.#draw();
  };

  readonly #out = (event: Event): void => {
    if (!(event instanceof MouseEvent) || event.relatedTarget !== null) return;
    this.#at = null;
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
    const target = this.#shields.targetOf(event);
    const isMore = event instanceof MouseEvent && event.shiftKey;
    this.set(false);
    if (!target || !isMore) this.#options.onEnd();
    if (!target) return this.#options.say({ type: 'unpicked' });
    const picture = pictureOf(target);
    const element = describeElement(target);
    this.#reported = this.#reported.then(async () =>
      this.#options.say({ type: 'picked', element: await element, isMore }, await picture),
    );
    if (isMore) this.set(true);
  };

  readonly #leave = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.set(false);
    this.#options.onEnd();
    this.#options.say({ type: 'unpicked' });
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
