// Announces an assistant message to assistive technology once it is complete: text that streams in cannot be followed
// by ear. `ariaNotify` leaves nothing in the page; where it is missing, a hidden live region is filled and emptied.
import { plainText } from '../../lib/ansi.ts';
import type { Entry } from '../../../shared/view/view.ts';

/** The rest of a longer message is there to be read. */
const MAX_LENGTH = 600;
const CLEAR_MS = 1000;

type Notifying = HTMLElement & { ariaNotify?: (text: string) => void };

export class Announcer {
  #hasEnded = false;
  #region: HTMLElement | null = null;

  /** A message has just ended. Without this call nothing is announced, as for messages that a snapshot brought. */
  onMessageEnd(): void {
    this.#hasEnded = true;
  }

  /** Call it when the entries have changed. `log` is the element that contains them. */
  announceLast(entries: readonly Entry[], log: HTMLElement): void {
    if (!this.#hasEnded) return;
    this.#hasEnded = false;
    const last = entries.findLast(({ message }) => message.role === 'assistant');
    const text = last && announcement(last);
    if (text) this.#notify(text, log);
  }

  #notify(text: string, log: Notifying): void {
    if (log.ariaNotify) return log.ariaNotify(text);
    this.#region ??= appendLiveRegion(log);
    const region = this.#region;
    region.textContent = text;
    setTimeout(() => {
      if (region.textContent === text) region.textContent = '';
    }, CLEAR_MS);
  }
}

/** Empty when the message only called tools. */
export function announcement({ message }: Entry): string {
  if (message.role !== 'assistant') return '';
  if (message.stopReason === 'error')
    return `The model failed: ${message.errorMessage ?? 'it gave no reason'}`;
  const text = message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' ');
  const words = plainText(text.slice(0, 4 * MAX_LENGTH))
    .replace(/[#*_`>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (!words) return '';
  return words.length > MAX_LENGTH
    ? `Assistant: ${words.slice(0, MAX_LENGTH)} … and more`
    : `Assistant: ${words}`;
}

function appendLiveRegion(log: HTMLElement): HTMLElement {
  const region = document.createElement('div');
  region.className = 'unseen';
  region.setAttribute('aria-live', 'polite');
  log.append(region);
  return region;
}
