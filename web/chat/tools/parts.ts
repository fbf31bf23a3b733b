// Groups the blocks of an assistant message for display: several reads in a row become one part.
import type { AssistantContent, ToolCall } from '../../../shared/pi/messages.ts';
import type { LiveBlock } from '../../../shared/view/view.ts';

type Block = AssistantContent | LiveBlock | null;
export type Call = ToolCall | Extract<LiveBlock, { type: 'toolCall' }>;

export type Part =
  | { kind: 'text'; at: number; text: string }
  | { kind: 'thinking'; at: number; thinking: string; isRedacted: boolean }
  | { kind: 'call'; at: number; call: Call }
  | { kind: 'reads'; at: number; calls: readonly Call[] }
  /** A block of an unknown type. */
  | { kind: 'other'; at: number; type: string; block: unknown };

/** Fewer reads than this are shown one by one. */
export const FOLDED_FROM = 3;

export function isRead(name: string): boolean {
  return name === 'read';
}

/** In order. `at` is the index of the part's first block, which stays the same while the message grows. */
export function partsOf(blocks: readonly Block[]): Part[] {
  const parts: Part[] = [];
  let reads: { at: number; call: Call }[] = [];
  const flush = (): void => {
    if (reads.length >= FOLDED_FROM)
      parts.push({ kind: 'reads', at: reads[0]!.at, calls: reads.map(({ call }) => call) });
    else parts.push(...reads.map(({ at, call }): Part => ({ kind: 'call', at, call })));
    reads = [];
  };
  for (const [at, block] of blocks.entries()) {
    if (!block) continue;
    if (block.type === 'toolCall' && isRead(block.name ?? '')) {
      reads.push({ at, call: block });
      continue;
    }
    flush();
    if (block.type === 'text') parts.push({ kind: 'text', at, text: block.text });
    else if (block.type === 'toolCall') parts.push({ kind: 'call', at, call: block });
    else if (block.type !== 'thinking') parts.push(unknownPart(at, block));
    else {
      const isRedacted = 'redacted' in block && block.redacted === true;
      parts.push({ kind: 'thinking', at, thinking: block.thinking, isRedacted });
    }
  }
  flush();
  return parts;
}

/** A newer pi may send blocks that the types here do not list. */
function unknownPart(at: number, block: never): Part {
  const { type } = block as { type: unknown };
  return { kind: 'other', at, type: String(type), block };
}
