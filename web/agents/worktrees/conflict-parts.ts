// The parts of a text with git's conflict markers: what both sides have, and where they differ.
export interface ConflictPart {
  kind: 'both' | 'ours' | 'theirs';
  lines: string[];
}

/** Lines around a difference that are shown. */
const AROUND = 3;

/** Of long common parts only the lines around the differences are left; `…` stands for the others. */
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
  const head = at === 0 ? 0 : AROUND;
  const tail = at === count - 1 ? 0 : AROUND;
  if (lines.length <= head + tail + 1) return { kind, lines };
  return { kind, lines: [...lines.slice(0, head), '…', ...lines.slice(lines.length - tail)] };
}
