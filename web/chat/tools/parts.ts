// The blocks of an assistant message as they are shown: reads in a row are one part.
import type { AssistantContent, ToolCall } from '../../../shared/pi/messages.ts';
import type { LiveBlock } from '../../../shared/view/view.ts';
import { FOLDED_FROM } from '../transcript/rows.ts';
import { isLook } from './tool-words.ts';

type Block = AssistantContent | LiveBlock | null;
export type Call = ToolCall | Extract<LiveBlock, { type: 'toolCall' }>;

export type Part =
  | { kind: 'text'; at: number; text: string }
  | { kind: 'thinking'; at: number; thinking: string; isRedacted: boolean }
  | { kind: 'call'; at: number; call: Call }
  | { kind: 'reads'; at: number; calls: readonly Call[] }
  /** A block of a type that nobody here knows. */
  | { kind: 'other'; at: number; type: string; block: unknown };

/** In order; `at` is the index of the (first) block and stays with the part while the message grows. */
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
    if (block.type === 'toolCall' && isLook(block.name ?? '')) {
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

/** What a newer pi may send: nothing of it is known but that it has a type. */
function unknownPart(at: number, block: never): Part {
  const { type } = block as { type: unknown };
  return { kind: 'other', at, type: String(type), block };
}
