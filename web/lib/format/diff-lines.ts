// The lines of a diff, and how the diff in the details of pi's edit tool becomes such lines.

export interface DiffLine {
  /** `gap`: unchanged lines are left out here. */
  kind: 'same' | 'added' | 'removed' | 'gap';
  text: string;
  /** The 1-based line number in the text before the change; null for added lines, and where it is unknown. */
  before: number | null;
  /** The 1-based line number in the text after the change; null for removed lines, and where it is unknown. */
  after: number | null;
  /** How a changed line ends. */
  end?: LineEnd;
}

/** Only the last line of a file may have no line ending. */
export type LineEnd = '\n' | '\r\n' | '';

export const END_NAMES = { '\n': 'LF', '\r\n': 'CRLF' } as const;

export const GAP: DiffLine = { kind: 'gap', text: '', before: null, after: null };

export interface DiffCounts {
  added: number;
  removed: number;
}

/**
 * Returns null if the details contain no diff. `patch` is a unified diff (pi >= 0.79). `diff` has pi's own format (in
 * all versions): a sign, a line number and the line.
 */
export function diffLinesOf(details: unknown): DiffLine[] | null {
  if (typeof details !== 'object' || details === null) return null;
  const { patch, diff } = details as { patch?: unknown; diff?: unknown };
  if (typeof patch === 'string' && patch.includes('@@')) return patchLines(patch);
  if (typeof diff === 'string' && diff !== '') return diff.split('\n').map(piLine);
  return null;
}

/** Counts the lines that an edit added and removed. Returns null if its details contain no diff. */
export function diffCounts(details: unknown): DiffCounts | null {
  const lines = diffLinesOf(details);
  if (!lines) return null;
  const count = (counted: DiffLine['kind']): number => lines.filter(({ kind }) => kind === counted).length;
  return { added: count('added'), removed: count('removed') };
}

/**
 * Returns the changes that a call of the edit tool requests. Its arguments are `edits: [{oldText, newText}]`, or a
 * single pair at the top level, which models send to every version of pi. They may be incomplete.
 */
export function requestedEdits(args: Record<string, unknown>): DiffLine[] {
  const edits: unknown[] = Array.isArray(args.edits) ? args.edits : [args];
  return edits.flatMap((edit, i) => {
    if (typeof edit !== 'object' || edit === null) return [];
    const { oldText, newText } = edit as Record<string, unknown>;
    const lines = [...toLines('removed', oldText), ...toLines('added', newText)];
    return i > 0 && lines.length > 0 ? [GAP, ...lines] : lines;
  });
}

function toLines(kind: 'removed' | 'added', text: unknown): DiffLine[] {
  if (typeof text !== 'string' || text === '') return [];
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line) => ({ kind, text: line, before: null, after: null }));
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
      if (isInHunk) lines.push(GAP);
      before = Number(hunk[1]);
      after = Number(hunk[2]);
      isInHunk = true;
      continue;
    }
    const kind = SIGNS[(line[0] ?? ' ') as keyof typeof SIGNS];
    // The file names precede the first hunk. `\ No newline at end of file` is not a line of the file.
    if (!isInHunk || !kind) continue;
    const [isOld, isNew] = [kind !== 'added', kind !== 'removed'];
    lines.push({ kind, text: line.slice(1), before: isOld ? before : null, after: isNew ? after : null });
    if (isOld) before += 1;
    if (isNew) after += 1;
  }
  return lines;
}

function piLine(line: string): DiffLine {
  const parts = /^([ +-])\s*(\d+) ?(.*)$/s.exec(line);
  if (!parts) return { ...GAP, text: line.trim() };
  const [, sign, number, text] = parts;
  const [before, after] = sign === '-' ? [Number(number), null] : [null, Number(number)];
  return { kind: SIGNS[sign as keyof typeof SIGNS], text: text!, before, after };
}
