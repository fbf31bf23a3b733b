// Says a message of the model to assistive technology once it is whole. Text that streams is silent: letter by
// letter nobody can follow it. `ariaNotify` leaves nothing behind in the page; where there is none, a hidden live
// region says it and is emptied.
import { plainText } from '../../lib/ansi.ts';
import type { Entry } from '../../../shared/view/view.ts';

/** More than this nobody listens to; the rest is there to be read. */
const LONGEST = 600;
const SAID_MS = 1000;

type Notifying = HTMLElement & { ariaNotify?: (text: string) => void };

export class Announcer {
  #hasEnded = false;
  #region: HTMLElement | null = null;

  /** A message ended just now; what was there when the page came is not said. */
  ended(): void {
    this.#hasEnded = true;
  }

  /** To be called when the rows have changed; `log` is where they stand. */
  follow(entries: readonly Entry[], log: HTMLElement): void {
    if (!this.#hasEnded) return;
    this.#hasEnded = false;
    const last = entries.findLast(({ message }) => message.role === 'assistant');
    const text = last && announcement(last);
    if (text) this.#say(text, log);
  }

  #say(text: string, log: Notifying): void {
    if (log.ariaNotify) return log.ariaNotify(text);
    this.#region ??= liveRegion(log);
    const region = this.#region;
    region.textContent = text;
    setTimeout(() => {
      if (region.textContent === text) region.textContent = '';
    }, SAID_MS);
  }
}

/** What is said of a message that has ended; empty when it only called tools. */
export function announcement({ message }: Entry): string {
  if (message.role !== 'assistant') return '';
  if (message.stopReason === 'error')
    return `The model failed: ${message.errorMessage ?? 'it gave no reason'}`;
  const said = message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' ');
  const words = plainText(said.slice(0, 4 * LONGEST))
    .replace(/[#*_`>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (!words) return '';
  return words.length > LONGEST ? `Assistant: ${words.slice(0, LONGEST)} … and more` : `Assistant: ${words}`;
}

function liveRegion(log: HTMLElement): HTMLElement {
  const region = document.createElement('div');
  region.className = 'unseen';
  region.setAttribute('aria-live', 'polite');
  log.append(region);
  return region;
}
