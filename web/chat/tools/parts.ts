// Converts the blocks of an assistant message to parts for display.
import type { AssistantContent, ToolCall } from '../../../shared/pi/messages.ts';
import type { LiveBlock } from '../../../shared/view/conversation.ts';

type Block = AssistantContent | LiveBlock | null;
export type Call = ToolCall | Extract<LiveBlock, { type: 'toolCall' }>;

export type Part =
  | { kind: 'text'; at: number; text: string }
  | { kind: 'thinking'; at: number; thinking: string; isRedacted: boolean }
  | { kind: 'call'; at: number; call: Call }
  /** A block of an unknown type. */
  | { kind: 'other'; at: number; type: string; block: unknown };

/** Returns the parts in order. `at` is the index of the block. */
export function partsOf(blocks: readonly Block[]): Part[] {
  return blocks.flatMap((block, at): Part[] => {
    if (!block) return [];
    if (block.type === 'text') return [{ kind: 'text', at, text: block.text }];
    if (block.type === 'toolCall') return [{ kind: 'call', at, call: block }];
    if (block.type !== 'thinking') return [unknownPart(at, block)];
    const isRedacted = 'redacted' in block && block.redacted === true;
    return [{ kind: 'thinking', at, thinking: block.thinking, isRedacted }];
  });
}

/** A newer pi may send blocks that the types here do not list. */
function unknownPart(at: number, block: never): Part {
  const { type } = block as { type: unknown };
  return { kind: 'other', at, type: String(type), block };
}
