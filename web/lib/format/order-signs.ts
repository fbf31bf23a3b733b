// Puts signs in the place of control characters, and of those that show a text in another order than it has.
import { withControlSigns } from './visible-text.ts';

/** They show every character after them in a given direction, which no language needs. */
const OVERRIDES = /[\u202d\u202e]/g;
/** In prose, these have a use in languages that are written from right to left. In code they only hide its order. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Replaces each of these characters with one `\ufffd`, so that the text keeps its length. */
export function withProseSigns(text: string): string {
  return withControlSigns(text).replace(OVERRIDES, '\ufffd');
}

/** Replaces in code also the characters that change the direction of a part of the text. */
export function withCodeSigns(text: string): string {
  return withControlSigns(text).replace(DIRECTIONS, '\ufffd');
}
