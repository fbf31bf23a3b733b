// What an edit asked for, before its result says what came of it. Arguments may be incomplete.
import type { DiffLine } from '../../lib/diff-lines.ts';

/** `edits: [{oldText, newText}]`, or one pair at the top as models of all versions also send it. */
export function wantedEdits(args: Record<string, unknown>): DiffLine[] {
  const edits: unknown[] = Array.isArray(args.edits) ? args.edits : [args];
  return edits.flatMap((edit, i) => {
    if (typeof edit !== 'object' || edit === null) return [];
    const { oldText, newText } = edit as Record<string, unknown>;
    const lines = [...linesOf('removed', oldText), ...linesOf('added', newText)];
    return i > 0 && lines.length > 0 ? [{ kind: 'gap' as const, text: '', number: null }, ...lines] : lines;
  });
}

function linesOf(kind: 'removed' | 'added', text: unknown): DiffLine[] {
  if (typeof text !== 'string' || text === '') return [];
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => ({ kind, text: line, number: null }));
}
