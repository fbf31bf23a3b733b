// Fences inside a fence. By CommonMark's rule, the first line of ticks alone ends the outer one. Models and people write a
// file of Markdown, a prompt or a script with fences of its own and mean the last one.

const OPENING = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`\n]*)\n/;
const FENCE_LINE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`\n]*)$/;
/** A fence in a quote or a list counts, too. */
const ANY_FENCE = /^[ \t>*+\-\d.)]*(`{3,}|~{3,})[ \t]*([^`\s]?)/gm;
/** A fence at the start of a longer line would have begun before. */
const MAX_LEAD = 200;

/**
 * Whether the text from `at` on, with the start of its line, has a fence, and any fence with a language is inside another
 * one: only then can a new fence change how the text before it is read.
 */
export function changesFences(source: string, at: number): boolean {
  const lineStart = source.lastIndexOf('\n', at - 1) + 1;
  if (source.slice(at - lineStart > MAX_LEAD ? at : lineStart).search(ANY_FENCE) === -1) return false;
  let open: string | null = null;
  for (const [, fence, language] of source.matchAll(ANY_FENCE)) {
    if (open === null) open = fence!;
    else if (language !== '') return true;
    else if (fence!.startsWith(open)) open = null;
  }
  return false;
}

export interface NestedFence {
  /** The source of the outer fence, without empty lines after it. */
  raw: string;
  lang: string;
  text: string;
}

/**
 * Returns the fence at the start of the text if there are fences with a language inside and all of them are closed;
 * undefined if CommonMark's rule applies.
 */
export function nestedFence(src: string): NestedFence | undefined {
  const opening = OPENING.exec(src);
  const end = opening ? endOfNested(src, opening[1]!) : undefined;
  if (!opening || end === undefined) return undefined;
  // marked reads a fence that is longer than all inside as one block.
  const lines = src.slice(0, end).split('\n');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return {
    raw: lines.slice(0, last + 1).join('\n'),
    lang: opening[2]!.trim(),
    text: lines.slice(1, last).join('\n'),
  };
}

function endOfNested(src: string, outer: string): number | undefined {
  const open = [outer];
  let isNested = false;
  let end = src.indexOf('\n') + 1;
  while (end < src.length) {
    const lineEnd = src.indexOf('\n', end);
    const next = lineEnd === -1 ? src.length : lineEnd + 1;
    const [, fence, info] = FENCE_LINE.exec(src.slice(end, lineEnd === -1 ? undefined : lineEnd)) ?? [];
    end = next;
    if (fence === undefined) continue;
    if (info!.trim() !== '') {
      open.push(fence);
      isNested = true;
    } else if (fence.startsWith(open.at(-1)!)) open.pop();
    if (open.length === 0) return isNested ? end : undefined;
  }
  return undefined;
}
