// Recognizes the reports of the panel's own extension in pi's output.
import { CHANNEL, type CompanionWord } from '../../../shared/companion.ts';
import type { PiEvent } from '../../../shared/pi/events.ts';

export type Word<T extends CompanionWord['say']> = Extract<CompanionWord, { say: T }>;

/** Null for any other event, and for a status under the same key that is not from the panel's extension. */
export function parseWord(event: PiEvent): CompanionWord | null {
  if (event.type !== 'extension_ui_request' || event.method !== 'setStatus') return null;
  if (event.statusKey !== CHANNEL || event.statusText === undefined) return null;
  try {
    const word = JSON.parse(event.statusText) as CompanionWord;
    return typeof word === 'object' && word !== null && 'say' in word ? word : null;
  } catch {
    return null;
  }
}
