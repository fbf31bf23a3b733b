// Why a change that was only found after a command may be the user's, although no other writer is known. Pure.
import type { Moments } from '../contents/reported-paths.ts';
import type { Doubt } from './journal.ts';
import { namesPath } from './names-in-command.ts';
import type { Step } from './step.ts';

export interface FoundChange {
  /** Relative to the workspace. */
  path: string;
  /** Whether the file existed before. */
  isOld: boolean;
}

export interface DoubtedCommand {
  /** What the tool was asked to run. */
  text: string;
  /** Absolute. */
  workspace: string;
  /** Whether it took so long that the user may have written meanwhile. */
  isLong: boolean;
  /** The paths that were reported while it ran, also those that are gone. */
  moments: ReadonlyMap<string, Moments>;
}

/** Writes that are further apart, in ms, may be by different programs. */
const APART_MS = 500;

/** The names that editors give to files beside the one that they save. The group is its name; without it, any file. */
const LEFTOVERS = [
  // vim, nano and kate
  /^\.(.+)\.(?:sw[a-z]|kate-swp)$/,
  /^4913$/,
  // vim, emacs and others
  /^(.+)~$/,
  /^\.?#(.+?)#?$/,
  // LibreOffice, GNOME, JetBrains, Sublime Text
  /^\.~lock\.(.+)#$/,
  /^\.goutputstream-\w+$/,
  /^(.+)___jb_(?:tmp|old)___$/,
  /^\.subl\w+\.tmp$/,
];

/** Returns why each of these changes may not be the command's, for those that may not. */
export function findDoubts(changes: readonly FoundChange[], command: DoubtedCommand): Map<string, Doubt> {
  const { text, workspace, isLong, moments } = command;
  const saved = savedByEditor(moments.keys());
  const doubts = new Map<string, Doubt>();
  for (const { path, isOld } of changes) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    if (saved.has(path) || saved.has(folder)) doubts.set(path, 'editor');
    else if (!isLong) continue;
    else if (!namesPath(text, path, workspace)) doubts.set(path, 'unnamed');
    else doubts.set(path, isOld && isSpread(moments.get(path)) ? 'moments' : 'named');
  }
  return doubts;
}

function isSpread(moments: Moments | undefined): boolean {
  return moments !== undefined && moments.last - moments.first >= APART_MS;
}

/** Returns the files that an editor has saved, and the folders (with a slash) in which it has saved some file. */
function savedByEditor(names: Iterable<string>): Set<string> {
  const saved = new Set<string>();
  for (const path of names) {
    const at = path.lastIndexOf('/') + 1;
    for (const pattern of LEFTOVERS) {
      const found = pattern.exec(path.slice(at));
      if (found) saved.add(path.slice(0, at) + (found[1] ?? ''));
    }
  }
  return saved;
}

/** Whether the change is not undone unless the user chooses it. */
export function isLeftOut(doubt: Doubt | undefined): boolean {
  return doubt !== undefined && doubt !== 'named';
}

/** Returns a sentence for the user if a step of this planned row may be the user's. */
export function doubtsOf(
  { steps }: { steps: readonly Step[] },
  { path, sources }: { path: string; sources: readonly { steps: readonly string[] }[] },
): { mayBeYours?: string } {
  const ids = sources.flatMap((source) => source.steps);
  // The undo of a part of a file has no steps.
  const own = steps.filter((step) => (ids.length > 0 ? ids.includes(step.id) : step.path === path));
  const doubted = own.filter(({ doubt }) => doubt !== undefined);
  const step = doubted.findLast(({ doubt }) => isLeftOut(doubt)) ?? doubted.at(-1);
  if (!step) return {};
  const { at, endedAt } = step.call;
  return { mayBeYours: sentenceOf(step.doubt!, durationOf((endedAt ?? at) - at)) };
}

function sentenceOf(doubt: Doubt, duration: string): string {
  switch (doubt) {
    case 'editor':
      return `An editor saved it while a command of ${duration} ran; it may be yours.`;
    case 'unnamed':
      return `Found after a command of ${duration} that does not name it; it may be yours.`;
    case 'moments':
      return `It was written at different moments of a command of ${duration}; a part may be yours.`;
    case 'named':
      return `Found after a command of ${duration}; it may be yours.`;
  }
}

function durationOf(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
