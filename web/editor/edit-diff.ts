// What edits of the agent changed in a file, as two texts to compare: worked out backwards from the file as it is
// now, or, when that has moved on, from the last edit alone.
import { applyPatch, parsePatch, reversePatch, type StructuredPatch } from 'diff';
import type { ToolRun } from '../../shared/view/view.ts';

export interface Change {
  original: string;
  modified: string;
  /** Set when only the changed places are shown: the number of each line in its file, null for a line between. */
  lines?: { original: (number | null)[]; modified: (number | null)[] };
  /** Set when there were changes before these, which cannot be worked out any more. */
  isPartial?: true;
}

type Edit = Pick<ToolRun, 'args' | 'details'>;

/**
 * `edits`: of one file, the oldest first. `current`: the file as it is now, line ends "\n"; null when it is gone.
 * Null when nobody knows any more.
 */
export function changeOf(edits: readonly Edit[], current: string | null): Change | null {
  let original = current;
  let undone = 0;
  for (const edit of edits.toReversed()) {
    const before = original === null ? null : textBefore(edit, original);
    if (before === null) break;
    original = before;
    undone += 1;
  }
  const last = edits.at(-1);
  const change =
    undone > 0 && original !== null && current !== null
      ? { original, modified: current }
      : last && onlyChanged(last);
  if (!change) return null;
  return Math.max(undone, 1) < edits.length ? { ...change, isPartial: true } : change;
}

/** The file before this edit; null when that cannot be known for certain. */
function textBefore({ args, details }: Edit, after: string): string | null {
  const patch = patchOf(details);
  if (!patch) return undone(editsOf(args), after);
  const before = applyPatch(after, reversePatch(patch), { fuzzFactor: 0 });
  return before === false ? null : before;
}

/** The changed places alone. */
function onlyChanged({ args, details }: Edit): Change | null {
  const patch = patchOf(details);
  if (patch) return onlyHunks(patch);
  const edits = editsOf(args);
  return edits.length > 0 ? onlyEdits(edits) : null;
}

/** pi 0.74 and later: `details.patch` is a unified diff. It may have been cut on the way to the page. */
function patchOf(details: unknown): StructuredPatch | null {
  const patch = (details as { patch?: unknown } | null | undefined)?.patch;
  if (typeof patch !== 'string') return null;
  try {
    const parsed = parsePatch(patch)[0];
    return parsed && parsed.hunks.length > 0 ? parsed : null;
  } catch {
    return null;
  }
}

function onlyHunks({ hunks }: StructuredPatch): Change {
  return sides((side) =>
    hunks.map(({ lines, oldStart, newStart }) => ({
      start: side === 'original' ? oldStart : newStart,
      lines: lines
        .filter((line) => line.startsWith(' ') || line.startsWith(side === 'original' ? '-' : '+'))
        .map((line) => line.slice(1)),
    })),
  );
}

interface TextEdit {
  oldText: string;
  newText: string;
}

/** `{edits: [{oldText, newText}]}`, or before 0.74 the two texts themselves. */
function editsOf(args: Record<string, unknown>): TextEdit[] {
  const listed = Array.isArray(args.edits) ? (args.edits as unknown[]) : [args];
  return listed.filter(isTextEdit);
}

function isTextEdit(value: unknown): value is TextEdit {
  const { oldText, newText } = (value ?? {}) as Partial<Record<keyof TextEdit, unknown>>;
  return typeof oldText === 'string' && typeof newText === 'string';
}

/** Only where every new text stands in the file exactly once: elsewhere it would be a guess. */
function undone(edits: TextEdit[], after: string): string | null {
  if (edits.length === 0) return null;
  let original = after;
  for (const { oldText, newText } of edits.toReversed()) {
    const at = newText === '' ? -1 : original.indexOf(newText);
    if (at === -1 || original.includes(newText, at + 1)) return null;
    original = original.slice(0, at) + oldText + original.slice(at + newText.length);
  }
  return original;
}

function onlyEdits(edits: TextEdit[]): Change {
  return sides((side) =>
    edits.map((edit) => ({
      start: null,
      lines: (side === 'original' ? edit.oldText : edit.newText).split('\n'),
    })),
  );
}

interface Part {
  start: number | null;
  lines: string[];
}

function sides(partsOf: (side: 'original' | 'modified') => Part[]): Change {
  const [original, modified] = (['original', 'modified'] as const).map((side) => joined(partsOf(side)));
  return {
    original: original!.text,
    modified: modified!.text,
    lines: { original: original!.numbers, modified: modified!.numbers },
  };
}

function joined(parts: Part[]): { text: string; numbers: (number | null)[] } {
  const numbers: (number | null)[] = [];
  const texts: string[] = [];
  parts.forEach(({ start, lines }, at) => {
    if (at > 0) {
      texts.push('');
      numbers.push(null);
    }
    texts.push(...lines);
    numbers.push(...lines.map((_, n) => (start === null ? null : start + n)));
  });
  return { text: texts.join('\n'), numbers };
}
