// The page's entries in the history of the browser, and which change of the page adds one.

/** The part of what the page shows that makes a step. Going from line to line in a file, for instance, makes none. */
export interface Step {
  agent: string | null;
  /** The id of an open overlay that is a page, such as the settings. */
  overlay: string | null;
  /** The id of the region that covers the editor, such as the review. */
  cover: string | null;
  /** The id of the region that covers the terminal, such as the shells. */
  below: string | null;
  /** The id of the region that a narrow page shows. Null for the chat, and on a wide page. */
  region: string | null;
  /** The file in the editor, or its changes. */
  file: string | null;
}

/** The state that the browser stores with an entry. */
export interface HistoryEntry {
  /** Null for an entry that another page or the user has made. */
  step: Step | null;
  /** The step of the entry before. Null if that one belongs to another page. */
  before: Step | null;
}

/** `push` adds an entry, `replace` changes the current one, and `back` returns to the one before. */
export type Move = 'push' | 'replace' | 'back';

/** `state` is what the browser has stored, also for an earlier version of the page. */
export function readEntry(state: unknown): HistoryEntry {
  const { step = null, before = null } = (state ?? {}) as Partial<HistoryEntry>;
  return { step, before };
}

/**
 * Returns how the history follows when the page shows `to` after `entry`. If the user has closed a cover, the file is
 * the one that was behind it.
 */
export function moveTo({ step, before }: HistoryEntry, to: Step, isCoverClosed = false): Move {
  const from = step?.cover && isCoverClosed ? { ...step, file: to.file } : step;
  if (!from || differences(from, to).length === 0) return 'replace';
  // The review covers the file.
  if (to.cover === 'review' && differsOnlyIn('file', from, to)) return 'replace';
  if (!isPartOf(to, from)) return 'push';
  // The user has closed the part that this entry opened. Another entry for the place before would make Back do nothing.
  return before && differences(before, to).length === 0 ? 'back' : 'replace';
}

/** Whether the steps differ in this respect and in no other. */
export function differsOnlyIn(name: keyof Step, from: Step, to: Step): boolean {
  return String(differences(from, to)) === name;
}

const NAMES = ['agent', 'overlay', 'cover', 'below', 'region', 'file'] as const;

const differences = (from: Step, to: Step): (keyof Step)[] => NAMES.filter((name) => from[name] !== to[name]);

/** Whether `to` shows only what `from` shows too, and less of it. */
const isPartOf = (to: Step, from: Step): boolean =>
  to.agent === from.agent && differences(from, to).every((name) => to[name] === null);
