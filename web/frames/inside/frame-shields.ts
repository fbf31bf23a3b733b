// Covers the frames in a document that do not tell what is clicked in them, while an element is picked: the click would
// otherwise go to what they show.
import { FRAMES } from './nested-frames.ts';

export class FrameShields {
  readonly #isHeard: (frame: Element) => boolean;
  readonly #shields = new Map<Element, HTMLElement>();
  #isOn = false;

  constructor(isHeard: (frame: Element) => boolean) {
    this.#isHeard = isHeard;
  }

  set(isOn: boolean): void {
    this.#isOn = isOn;
    if (isOn) this.#cover();
    else this.#remove(() => true);
  }

  /** Returns the element of the document on which a pointer is: a frame itself in place of its shield. */
  targetOf(event: Event): Element | null {
    const [target] = event.composedPath();
    const shields = [...this.#shields.values()];
    if (!(event instanceof MouseEvent && shields.some((each) => each === target)))
      return target instanceof Element ? target : null;
    // Something else may be above the frame, such as a dialog.
    for (const each of shields) each.style.display = 'none';
    const found = elementAt(event.clientX, event.clientY);
    for (const each of shields) each.style.display = 'block';
    return found;
  }

  /** Follows the frames, which scroll, move, come and go. */
  readonly #cover = (): void => {
    if (!this.#isOn) return;
    const frames = new Set([...document.querySelectorAll(FRAMES)].filter((frame) => !this.#isHeard(frame)));
    this.#remove((frame) => !frames.has(frame));
    for (const frame of frames) {
      const shield = this.#shields.get(frame) ?? makeShield();
      if (!this.#shields.has(frame)) document.documentElement.append(shield);
      this.#shields.set(frame, shield);
      const { left, top, width, height } = frame.getBoundingClientRect();
      shield.style.transform = `translate(${left}px, ${top}px)`;
      shield.style.width = `${width}px`;
      shield.style.height = `${height}px`;
    }
    requestAnimationFrame(this.#cover);
  };

  #remove(isOld: (frame: Element) => boolean): void {
    for (const [frame, shield] of this.#shields) {
      if (!isOld(frame)) continue;
      shield.remove();
      this.#shields.delete(frame);
    }
  }
}

function makeShield(): HTMLElement {
  const shield = document.createElement('div');
  shield.style.cssText =
    'all: initial; display: block; position: fixed; inset: 0 auto auto 0; z-index: 2147483646';
  return shield;
}

function elementAt(x: number, y: number): Element | null {
  let found = document.elementFromPoint(x, y);
  for (;;) {
    const inner = found?.shadowRoot?.elementFromPoint(x, y);
    if (!inner || inner === found) return found;
    found = inner;
  }
}
