// Splits a text with git's conflict markers into common parts and the two sides of each conflict.
export interface ConflictPart {
  kind: 'both' | 'ours' | 'theirs';
  lines: string[];
}

/** The number of common lines shown before and after a conflict. */
const CONTEXT_LINES = 3;

/**
 * Splits the text. Long common parts are shortened to the lines around the conflicts, with `…` in place of the others.
 */
export function conflictParts(text: string): ConflictPart[] {
  const parts: ConflictPart[] = [{ kind: 'both', lines: [] }];
  let isInBase = false;
  for (const line of text.split('\n')) {
    const kind = parts.at(-1)!.kind;
    if (/^<{7} /.test(line)) parts.push({ kind: 'ours', lines: [] });
    else if (kind === 'ours' && /^\|{7}( |$)/.test(line)) isInBase = true;
    else if (kind === 'ours' && line === '=======') {
      isInBase = false;
      parts.push({ kind: 'theirs', lines: [] });
    } else if (kind === 'theirs' && /^>{7} /.test(line)) parts.push({ kind: 'both', lines: [] });
    else if (!isInBase) parts.at(-1)!.lines.push(line);
  }
  return parts.map((part, at) => (part.kind === 'both' ? shorten(part, { at, count: parts.length }) : part));
}

function shorten({ lines, kind }: ConflictPart, { at, count }: { at: number; count: number }): ConflictPart {
  const head = at === 0 ? 0 : CONTEXT_LINES;
  const tail = at === count - 1 ? 0 : CONTEXT_LINES;
  if (lines.length <= head + tail + 1) return { kind, lines };
  return { kind, lines: [...lines.slice(0, head), '…', ...lines.slice(lines.length - tail)] };
}
