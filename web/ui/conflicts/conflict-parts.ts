// Splits a text with git's conflict markers into common parts and the two sides of each conflict, and joins it again with
// the sides that the user has chosen.

/** What a conflict becomes. `both`: ours, then theirs. */
export type ConflictChoice = 'ours' | 'theirs' | 'both';

export interface Conflict {
  ours: string[];
  theirs: string[];
  /** All of its lines, with the markers. */
  lines: string[];
}

/** Common lines, or a conflict. */
export type ConflictPart = { common: string[] } | { conflict: Conflict };

/** The number of common lines shown before and after a conflict. */
const CONTEXT_LINES = 3;

/** A conflict without an end is text. */
export function splitConflicts(text: string): ConflictPart[] {
  const parts: ConflictPart[] = [];
  let common: string[] = [];
  let open: (Conflict & { side: 'ours' | 'base' | 'theirs' }) | null = null;
  for (const line of text.split('\n')) {
    if (!open) {
      if (/^<{7}( |$)/.test(line)) open = { ours: [], theirs: [], lines: [line], side: 'ours' };
      else common.push(line);
      continue;
    }
    open.lines.push(line);
    if (open.side === 'ours' && /^\|{7}( |$)/.test(line)) open.side = 'base';
    else if (open.side !== 'theirs' && line === '=======') open.side = 'theirs';
    else if (open.side === 'theirs' && /^>{7}( |$)/.test(line)) {
      const { ours, theirs, lines } = open;
      parts.push({ common }, { conflict: { ours, theirs, lines } });
      common = [];
      open = null;
    } else if (open.side !== 'base') open[open.side].push(line);
  }
  parts.push({ common: open ? [...common, ...open.lines] : common });
  return parts;
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
      return choice === 'both' ? [...ours, ...theirs] : choice === 'ours' ? ours : theirs;
    })
    .join('\n');
}

/** Returns the lines around the conflicts, with `…` in place of the others. */
export function shortenCommon(
  lines: readonly string[],
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): string[] {
  const head = isFirst ? 0 : CONTEXT_LINES;
  const tail = isLast ? 0 : CONTEXT_LINES;
  if (lines.length <= head + tail + 1) return [...lines];
  return [...lines.slice(0, head), '…', ...lines.slice(lines.length - tail)];
}
