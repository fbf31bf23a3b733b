// Turns the agent's edits to a file into two texts to compare. The earlier text is computed by reversing the edits,
// starting from the current file. If not even the last edit can be reversed, because the file has changed in the same
// place since, only the lines of that edit are shown.
import { applyPatch, parsePatch, reversePatch, type StructuredPatch } from 'diff';
import type { ToolRun } from '../../../shared/view/conversation.ts';

export interface Change {
  original: string;
  modified: string;
  /**
   * Set if the texts are not the whole file but the last edit, with the context lines of its patch: the line number of
   * each line in the file. Null for the empty line that separates two places, and for all lines if there is no patch.
   */
  lines?: { original: (number | null)[]; modified: (number | null)[] };
  /** Set if there were earlier edits that are not part of the change, because they can no longer be reversed. */
  isPartial?: true;
}

type Edit = Pick<ToolRun, 'args' | 'details'>;

/**
 * Computes the change made by `edits`, which are all edits to one file, oldest first. `current` is the file's current
 * text with "\n" line endings, or null if the file is deleted. Returns null if the last edit cannot be reversed and
 * contains no lines to show.
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
      : last && changeOfOne(last);
  if (!change) return null;
  return Math.max(undone, 1) < edits.length ? { ...change, isPartial: true } : change;
}

/** Returns the text before this edit, or null if it cannot be determined for certain. */
function textBefore({ args, details }: Edit, after: string): string | null {
  const patch = patchOf(details);
  if (!patch) return reverseEdits(editsOf(args), after);
  const before = applyPatch(after, reversePatch(patch), { fuzzFactor: 0 });
  return before === false ? null : before;
}

/** Returns a change that contains only this edit, or null if the edit contains neither a patch nor its texts. */
function changeOfOne({ args, details }: Edit): Change | null {
  const patch = patchOf(details);
  if (patch) return changeFromPatch(patch);
  const edits = editsOf(args);
  return edits.length > 0 ? changeFromTexts(edits) : null;
}

/**
 * Parses `details.patch`, which is a unified diff since pi 0.74. Returns null if it is missing or cannot be parsed, for
 * instance because the panel has truncated it.
 */
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

function changeFromPatch({ hunks }: StructuredPatch): Change {
  return buildSides((side) =>
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

/** Reads the arguments `{edits: [{oldText, newText}]}`, or `{oldText, newText}` from before pi 0.74. */
function editsOf(args: Record<string, unknown>): TextEdit[] {
  const listed = Array.isArray(args.edits) ? (args.edits as unknown[]) : [args];
  return listed.filter(isTextEdit);
}

function isTextEdit(value: unknown): value is TextEdit {
  const { oldText, newText } = (value ?? {}) as Partial<Record<keyof TextEdit, unknown>>;
  return typeof oldText === 'string' && typeof newText === 'string';
}

/**
 * Returns the text before these edits. Returns null if a new text is empty or does not occur exactly once, because the
 * result would be a guess, and if there are no edits.
 */
function reverseEdits(edits: TextEdit[], after: string): string | null {
  if (edits.length === 0) return null;
  let original = after;
  for (const { oldText, newText } of edits.toReversed()) {
    const at = newText === '' ? -1 : original.indexOf(newText);
    if (at === -1 || original.includes(newText, at + 1)) return null;
    original = original.slice(0, at) + oldText + original.slice(at + newText.length);
  }
  return original;
}

function changeFromTexts(edits: TextEdit[]): Change {
  return buildSides((side) =>
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

function buildSides(partsOf: (side: 'original' | 'modified') => Part[]): Change {
  const [original, modified] = (['original', 'modified'] as const).map((side) => joinParts(partsOf(side)));
  return {
    original: original!.text,
    modified: modified!.text,
    lines: { original: original!.numbers, modified: modified!.numbers },
  };
}

function joinParts(parts: Part[]): { text: string; numbers: (number | null)[] } {
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
