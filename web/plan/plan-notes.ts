// Notes of the user on plans that were not sent yet: comments on lines, and the text if it was edited. The session keeps
// it; what the session does not have yet is kept in the browser, for the plans that were worked on last.
import { parsePlanNotes, type PlanNotes } from '../../shared/view/plan-notes.ts';
import { Persisted } from '../lib/storage/persisted.ts';

export interface Notes {
  /** By the line of the text, from 0. */
  comments: ReadonlyMap<number, string>;
  /** Empty if the text was not edited. */
  edited: string;
}

interface StoredNotes extends PlanNotes {
  plan: string;
}

const MAX_PLANS = 20;
export const NO_NOTES: Notes = { comments: new Map(), edited: '' };

const stored = new Persisted<readonly StoredNotes[]>({
  area: 'browser',
  key: 'pi-panel.plans',
  parse: (value) => (Array.isArray(value) ? value.filter(isNotes) : []),
});

function isNotes(value: unknown): value is StoredNotes {
  const { plan } = Object(value) as { plan?: unknown };
  return typeof plan === 'string' && parsePlanNotes(value) !== null;
}

export const toNotes = ({ comments, edited }: PlanNotes): Notes => ({ comments: new Map(comments), edited });

export const fromNotes = ({ comments, edited }: Notes): PlanNotes => ({ comments: [...comments], edited });

export function areSame(a: Notes, b: Notes): boolean {
  return JSON.stringify(fromNotes(a)) === JSON.stringify(fromNotes(b));
}

/** Returns the notes that the session does not have yet, or null. `plan`: the key of its row, the same in a fork. */
export function unsavedNotes(plan: string): Notes | null {
  const found = stored.get().find((one) => one.plan === plan);
  return found ? toNotes(found) : null;
}

/** Null forgets them. */
export function keepUnsaved(plan: string, notes: Notes | null): void {
  const others = stored.get().filter((one) => one.plan !== plan);
  stored.set([...others, ...(notes ? [{ plan, ...fromNotes(notes) }] : [])].slice(-MAX_PLANS));
}
