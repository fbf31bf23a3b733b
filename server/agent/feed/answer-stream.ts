// The assistant message that pi is writing, as the views have it. It is built from the sent deltas with the functions of
// the fold, so that the end of the message need not repeat what the views already have.
import { isDeepStrictEqual } from 'node:util';
import type { AssistantMessageEvent } from '../../../shared/pi/events.ts';
import type { AgentMessage, AssistantMessage } from '../../../shared/pi/messages.ts';
import { contentOf, nextBlock } from '../../../shared/view/live.ts';
import type { SlimDelta, StreamedMessage } from '../../../shared/view/view-event.ts';
import type { LiveBlock, LiveMessage } from '../../../shared/view/conversation.ts';
import { slimAssistant } from './slim-message.ts';

/**
 * More blocks than any model writes. Without this bound, a wrong index could create an array with a billion entries.
 */
const MAX_BLOCKS = 4096;

export class AnswerStream {
  #live: LiveMessage | null = null;

  start(message: AssistantMessage): AssistantMessage {
    this.#live = { key: '', timestamp: message.timestamp, blocks: [] };
    const { usage: _zero, ...started } = slimAssistant({ ...message, content: [] });
    return started;
  }

  /**
   * Adds a delta and returns what is sent of it. `whole` is the message so far, which pi up to 0.83 repeats in every
   * update. It may be ahead of the delta (up to 0.82.1), so it is only used to name tool calls.
   */
  update(event: AssistantMessageEvent, whole: AgentMessage | undefined): SlimDelta[] {
    const deltas = isIndex(event.contentIndex) ? this.#slim(event, whole) : [];
    for (const delta of deltas) this.#apply(delta);
    return deltas;
  }

  /** Returns the message without its content if the views have exactly that content. */
  end(message: AssistantMessage): AssistantMessage | StreamedMessage {
    const slim = slimAssistant(message);
    const live = this.#live;
    this.#live = null;
    if (!live || !isDeepStrictEqual(slim.content, contentOf(live))) return slim;
    const { content: _known, ...streamed } = slim;
    return streamed;
  }

  /** Call this when the views close the message themselves. The end of the message is then sent whole. */
  reset(): void {
    this.#live = null;
  }

  #slim(event: AssistantMessageEvent, whole: AgentMessage | undefined): SlimDelta[] {
    const { contentIndex } = event;
    switch (event.type) {
      case 'text_start':
      case 'thinking_start':
        return [{ type: event.type, contentIndex }];
      case 'toolcall_start':
        return [
          event.id === undefined
            ? { type: 'toolcall_start', contentIndex, ...nameOf(event.partial ?? whole, contentIndex) }
            : { type: 'toolcall_start', contentIndex, id: event.id, toolName: event.toolName },
        ];
      case 'text_delta':
      case 'thinking_delta':
      case 'toolcall_delta':
        return event.delta === '' ? [] : [{ type: event.type, contentIndex, delta: event.delta }];
      case 'toolcall_end':
        return this.#nameLate(event);
      default:
        return [];
    }
  }

  /** pi 0.84.0 to 0.84.2 names a call only at its end. A start empties the block, so its arguments follow again. */
  #nameLate(event: Extract<AssistantMessageEvent, { type: 'toolcall_end' }>): SlimDelta[] {
    const { contentIndex, toolCall } = event;
    const block = this.#live?.blocks[contentIndex];
    if (block?.type !== 'toolCall' || (block.id && block.name)) return [];
    const start: SlimDelta = {
      type: 'toolcall_start',
      contentIndex,
      id: toolCall.id,
      toolName: toolCall.name,
    };
    if (block.partialArgs === '') return [start];
    return [start, { type: 'toolcall_delta', contentIndex, delta: block.partialArgs }];
  }

  #apply(delta: SlimDelta): void {
    const blocks: (LiveBlock | null)[] | undefined = this.#live?.blocks;
    if (!blocks) return;
    while (blocks.length < delta.contentIndex) blocks.push(null);
    blocks[delta.contentIndex] = nextBlock(blocks[delta.contentIndex] ?? null, delta);
  }
}

function isIndex(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < MAX_BLOCKS;
}

function nameOf(message: AgentMessage | undefined, index: number): { id?: string; toolName?: string } {
  const block = message?.role === 'assistant' ? message.content[index] : undefined;
  return block?.type === 'toolCall' ? { id: block.id, toolName: block.name } : {};
}
