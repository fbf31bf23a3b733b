// The diff that pi's edit tool leaves in its details, as lines to paint.

export interface DiffLine {
  kind: 'same' | 'added' | 'removed' | 'gap';
  text: string;
  /** 1-based: of the old file for removed lines, of the new one for others; null where nobody said. */
  number: number | null;
}

export interface DiffCounts {
  added: number;
  removed: number;
}

/**
 * Null when the details hold no diff. `patch` is a unified diff (pi >= 0.79); `diff` is pi's own form, a sign, a
 * number and the line (all versions).
 */
export function diffLinesOf(details: unknown): DiffLine[] | null {
  if (typeof details !== 'object' || details === null) return null;
  const { patch, diff } = details as { patch?: unknown; diff?: unknown };
  if (typeof patch === 'string' && patch.includes('@@')) return patchLines(patch);
  if (typeof diff === 'string' && diff !== '') return diff.split('\n').map(piLine);
  return null;
}

/** How many lines an edit added and removed; null when its details do not say. */
export function diffCounts(details: unknown): DiffCounts | null {
  const lines = diffLinesOf(details);
  if (!lines) return null;
  const count = (wanted: DiffLine['kind']): number => lines.filter(({ kind }) => kind === wanted).length;
  return { added: count('added'), removed: count('removed') };
}

/**
 * What an edit asks for, before its result says what it changed: `edits: [{oldText, newText}]`, or a single pair at the
 * top, which models send to every version of pi. The arguments may be incomplete.
 */
export function requestedEdits(args: Record<string, unknown>): DiffLine[] {
  const edits: unknown[] = Array.isArray(args.edits) ? args.edits : [args];
  return edits.flatMap((edit, i) => {
    if (typeof edit !== 'object' || edit === null) return [];
    const { oldText, newText } = edit as Record<string, unknown>;
    const lines = [...unnumbered('removed', oldText), ...unnumbered('added', newText)];
    return i > 0 && lines.length > 0 ? [{ kind: 'gap' as const, text: '', number: null }, ...lines] : lines;
  });
}

function unnumbered(kind: 'removed' | 'added', text: unknown): DiffLine[] {
  if (typeof text !== 'string' || text === '') return [];
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line) => ({ kind, text: line, number: null }));
}

const SIGNS = { ' ': 'same', '+': 'added', '-': 'removed' } as const;

function patchLines(patch: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let before = 0;
  let after = 0;
  let isInHunk = false;
  for (const line of patch.replace(/\n$/, '').split('\n')) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (hunk) {
      if (isInHunk) lines.push({ kind: 'gap', text: '', number: null });
      before = Number(hunk[1]);
      after = Number(hunk[2]);
      isInHunk = true;
      continue;
    }
    const kind = SIGNS[(line[0] ?? ' ') as keyof typeof SIGNS];
    // Before the first hunk stand the names of the files; `\ No newline at end of file` is no line of either.
    if (!isInHunk || !kind) continue;
    lines.push({ kind, text: line.slice(1), number: kind === 'removed' ? before : after });
    if (kind !== 'added') before += 1;
    if (kind !== 'removed') after += 1;
  }
  return lines;
}

function piLine(line: string): DiffLine {
  const parts = /^([ +-])\s*(\d+) ?(.*)$/s.exec(line);
  if (!parts) return { kind: 'gap', text: line.trim(), number: null };
  const [, sign, number, text] = parts;
  return { kind: SIGNS[sign as keyof typeof SIGNS], text: text!, number: Number(number) };
}
