// The name of one turn, or of a turn together with those that steered it: the key of the user's entry, or
// `<first key>..<last key>`.
import { keyTime } from './transcript.ts';

export function turnRange(first: string, last: string): string {
  return first === last ? first : `${first}..${last}`;
}

/** Whether the turn that began at this time is one of those that `name` names. */
export function isInTurnRange(at: number, name: string): boolean {
  const [first = '', last = first] = name.split('..');
  return keyTime(first) <= at && at <= keyTime(last);
}
