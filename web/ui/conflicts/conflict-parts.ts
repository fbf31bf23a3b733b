// The one model of a conflict: common parts of a text, and the two sides of each conflict. It comes from git's conflict
// markers, from a three-way merge, or from two texts, and is joined again with the sides that the user has chosen.
import { editsBetween, linesOf } from '../../../shared/hunks.ts';
import { mergeParts } from '../../../shared/merge.ts';

/** What a conflict becomes. `both`: ours, then theirs. */
export type ConflictChoice = 'ours' | 'theirs' | 'both';

/** Lines with their line endings. */
interface Conflict {
  ours: string[];
  theirs: string[];
  /** All of its lines, with the markers. */
  lines: string[];
}

/** Common lines, or a conflict. */
export type ConflictPart = { common: string[] } | { conflict: Conflict };

/** The number of common lines shown before and after a conflict. */
const CONTEXT_LINES = 3;

/** Reads the markers. A conflict without an end is text. */
export function splitConflicts(text: string): ConflictPart[] {
  const parts: ConflictPart[] = [];
  let common: string[] = [];
  let open: (Conflict & { side: 'ours' | 'base' | 'theirs' }) | null = null;
  for (const line of linesOf(text)) {
    if (!open) {
      if (/^<{7}\s/.test(line)) open = { ours: [], theirs: [], lines: [line], side: 'ours' };
      else common.push(line);
      continue;
    }
    open.lines.push(line);
    if (open.side === 'ours' && /^\|{7}\s/.test(line)) open.side = 'base';
    else if (open.side !== 'theirs' && /^={7}\r?\n$/.test(line)) open.side = 'theirs';
    else if (open.side === 'theirs' && /^>{7}(\s|$)/.test(line)) {
      const { ours, theirs, lines } = open;
      parts.push({ common }, { conflict: { ours, theirs, lines } });
      common = [];
      open = null;
    } else if (open.side !== 'base') open[open.side].push(line);
  }
  parts.push({ common: open ? [...common, ...open.lines] : common });
  return withoutEmpty(parts);
}

const withoutEmpty = (parts: readonly ConflictPart[]): ConflictPart[] =>
  parts.filter((part) => 'conflict' in part || part.common.length > 0);

/** Merges both sides. Their changes of different lines are common. */
export function mergeSides(base: string, ours: string, theirs: string): ConflictPart[] {
  return mergeParts(base, ours, theirs).map((part) =>
    'common' in part ? part : { conflict: withMarkers(part.conflict.ours, part.conflict.theirs) },
  );
}

/** Compares both sides, of which no common version is known: every difference is a conflict. */
export function compareSides(ours: string, theirs: string): ConflictPart[] {
  const [mine, others] = [linesOf(ours), linesOf(theirs)];
  let from = 0;
  const parts: ConflictPart[] = [];
  for (const { beforeStart, beforeEnd, afterStart, afterEnd } of editsBetween(mine, others)) {
    const sides = [mine.slice(beforeStart, beforeEnd), others.slice(afterStart, afterEnd)] as const;
    parts.push({ common: mine.slice(from, beforeStart) }, { conflict: withMarkers(...sides) });
    from = beforeEnd;
  }
  return withoutEmpty([...parts, { common: mine.slice(from) }]);
}

/** The last line of a text may have no line ending. */
const ended = (lines: readonly string[]): string[] =>
  lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`));

function withMarkers(ours: string[], theirs: string[]): Conflict {
  return {
    ours,
    theirs,
    lines: ['<<<<<<<\n', ...ended(ours), '=======\n', ...ended(theirs), '>>>>>>>\n'],
  };
}

/** `choices`: for each conflict in order. One without a choice keeps its markers. */
export function joinConflicts(
  parts: readonly ConflictPart[],
  choices: readonly (ConflictChoice | null | undefined)[],
): string {
  let at = -1;
  return parts
    .flatMap((part) => {
      if ('common' in part) return part.common;
      at += 1;
      const { ours, theirs, lines } = part.conflict;
      const choice = choices[at];
      if (!choice) return lines;
      if (choice === 'both') return [...(theirs.length > 0 ? ended(ours) : ours), ...theirs];
      return choice === 'ours' ? ours : theirs;
    })
    .join('');
}

/** Returns the lines around the conflicts, with `…` in place of the others. */
export function shortenCommon(
  lines: readonly string[],
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): string[] {
  const head = isFirst ? 0 : CONTEXT_LINES;
  const tail = isLast ? 0 : CONTEXT_LINES;
  if (lines.length <= head + tail + 1) return [...lines];
  return [...lines.slice(0, head), '…\n', ...lines.slice(lines.length - tail)];
}
