// The assistant message being streamed. Blocks are addressed by contentIndex; message_end is authoritative.
import type { AssistantContent, AssistantMessage } from '../pi/messages.ts';
import { appendEntry, dropRetried, entryKey, normalizeAbort } from './transcript.ts';
import type { SlimDelta, StreamedMessage } from './view-event.ts';
import type { Entry, LiveBlock, LiveMessage } from './conversation.ts';
import type { View } from './view.ts';

export function startLive(view: View, message: AssistantMessage): View {
  const cleared = closeLive(view);
  const live: LiveMessage = {
    key: entryKey(cleared.entries, message),
    timestamp: message.timestamp,
    blocks: [],
  };
  if (message.provider) live.provider = message.provider;
  if (message.model) live.model = message.model;
  return { ...cleared, live };
}

/**
 * Applies a start or delta. A `*_start` clears its block, because pi up to 0.82 sends the first token twice. Ignored if
 * no message is open.
 */
export function updateLive(view: View, event: SlimDelta): View {
  if (!view.live) return view;
  const blocks = [...view.live.blocks];
  while (blocks.length < event.contentIndex) blocks.push(null);
  blocks[event.contentIndex] = nextBlock(blocks[event.contentIndex] ?? null, event);
  return { ...view, live: { ...view.live, blocks } };
}

/** Settles the message. If `message` has no content, the content is what was streamed. */
export function endLive(view: View, message: AssistantMessage | StreamedMessage): View {
  const live = view.live;
  const whole: AssistantMessage = { ...message, content: message.content ?? contentOf(live) };
  const key = live?.timestamp === message.timestamp ? live.key : entryKey(view.entries, whole);
  return appendAnswer({ ...view, live: null }, { key, message: normalizeAbort(whole) });
}

/**
 * Settles an unfinished message as aborted. pi up to 0.82.1 sends no message_end on new_session, switch_session and
 * compact, and neither does a killed pi.
 */
export function closeLive(view: View, errorMessage?: string): View {
  if (!view.live) return view;
  const { key, timestamp, provider, model } = view.live;
  const message: AssistantMessage = {
    role: 'assistant',
    content: contentOf(view.live),
    stopReason: 'aborted',
    timestamp,
    ...(provider && { provider }),
    ...(model && { model }),
    ...(errorMessage && { errorMessage }),
  };
  const closed = { ...view, live: null };
  return message.content.length === 0 && !errorMessage ? closed : appendAnswer(closed, { key, message });
}

/** Appends an answer. It replaces a failed attempt from the same run. */
function appendAnswer(view: View, entry: Entry): View {
  const appended = appendEntry(view, entry);
  return view.run ? { ...appended, entries: dropRetried(appended.entries, view.run.after) } : appended;
}

/** Returns the blocks of a live message as settled content. Incomplete arguments become `{}`. */
export function contentOf(live: LiveMessage | null): AssistantContent[] {
  const content: AssistantContent[] = [];
  for (const block of live?.blocks ?? []) {
    if (!block) continue;
    if (block.type !== 'toolCall') content.push(block);
    else {
      content.push({
        type: 'toolCall',
        id: block.id ?? '',
        name: block.name ?? '',
        arguments: parseArguments(block.partialArgs) ?? {},
      });
    }
  }
  return content;
}

/** Returns the arguments, or null while the text is not a complete JSON object. */
function parseArguments(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Applies one start or delta to its block. */
export function nextBlock(block: LiveBlock | null, event: SlimDelta): LiveBlock {
  switch (event.type) {
    case 'text_start':
      return { type: 'text', text: '' };
    case 'thinking_start':
      return { type: 'thinking', thinking: '' };
    case 'toolcall_start': {
      const started: LiveBlock = { type: 'toolCall', partialArgs: '' };
      if (event.id) started.id = event.id;
      if (event.toolName) started.name = event.toolName;
      return started;
    }
    case 'text_delta':
      return { type: 'text', text: (block?.type === 'text' ? block.text : '') + event.delta };
    case 'thinking_delta':
      return {
        type: 'thinking',
        thinking: (block?.type === 'thinking' ? block.thinking : '') + event.delta,
      };
    case 'toolcall_delta':
      return block?.type === 'toolCall'
        ? { ...block, partialArgs: block.partialArgs + event.delta }
        : { type: 'toolCall', partialArgs: event.delta };
  }
}
