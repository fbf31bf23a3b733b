// Slims messages to what the view holds: no signatures, no base64, nothing of unbounded length.
import type {
  AgentMessage,
  AssistantContent,
  AssistantMessage,
  ImageContent,
  TextContent,
  Usage,
  UserContent,
} from '../../../shared/pi/messages.ts';
import { cutWithNote, cutValue, type Limits } from './cut.ts';
import { droppedReasoning } from './dropped-reasoning.ts';
import type { ImageStore } from './images.ts';

/** Stores an image and returns its reference; null if it is not shown. */
export type Images = Pick<ImageStore, 'add'>;

const MAX_TEXT = 256 * 1024;
const MAX_ERROR = 16 * 1024;
/** Of the line of an entry that cannot be shown. The whole file can be downloaded. */
const MAX_RAW = 32 * 1024;
const FIELDS: Limits = { string: 200, total: 1000 };
/** Room for both of edit's texts, `diff` and `patch`. */
const DETAILS: Limits = { string: 64 * 1024, total: 136 * 1024 };
const ARGUMENTS: Limits = { string: 64 * 1024, total: 256 * 1024 };

/**
 * Cuts messages of the stream and of the session file in the same way. The text of a tool result stays whole, since
 * its tool run takes the end of it. The output of a user bash is dropped, since its tool run has it.
 */
export function slimMessage(message: AgentMessage, images: Images): AgentMessage {
  switch (message.role) {
    case 'user':
      return {
        role: 'user',
        content: slimContent(message.content, images),
        ...(isCut(message.content) && { panel_cut: true as const }),
        timestamp: message.timestamp,
      };
    case 'assistant':
      return slimAssistant(message);
    case 'toolResult': {
      const { role, toolCallId, toolName, content, details, isError, timestamp, durationMs } = message;
      return {
        role,
        toolCallId,
        toolName,
        content: content.map((block) => (block.type === 'image' ? slimImage(block, images) : block)),
        ...(details !== undefined && { details: slimDetails(details) }),
        isError,
        timestamp,
        ...(durationMs !== undefined && { durationMs }),
      };
    }
    case 'custom': {
      const { role, customType, content, display, details, timestamp } = message;
      return {
        role,
        customType,
        content: slimContent(content, images),
        display,
        ...(details !== undefined && { details: slimDetails(details) }),
        timestamp,
      };
    }
    case 'customEntry':
      return { ...message, ...(message.details !== undefined && { details: slimDetails(message.details) }) };
    case 'bashExecution':
      return { ...message, command: cutWithNote(message.command, MAX_TEXT), output: '' };
    case 'branchSummary': {
      const { role, summary, fromId, timestamp, usage } = message;
      const spent = usage && { usage: slimUsage(usage) };
      return { role, summary: cutWithNote(summary, MAX_TEXT), fromId, ...spent, timestamp };
    }
    case 'compactionSummary': {
      const { role, summary, tokensBefore, timestamp, files, usage } = message;
      const texts = { summary: slimSummary(summary), ...(files && { files: cutValue(files, DETAILS) }) };
      return { role, ...texts, tokensBefore, ...(usage && { usage: slimUsage(usage) }), timestamp };
    }
    case 'warming':
      return message;
    case 'unreadable':
      return { ...message, fields: cutValue(message.fields, FIELDS), raw: cutWithNote(message.raw, MAX_RAW) };
    case 'system':
      return { role: 'system', content: '', timestamp: message.timestamp };
    default:
      message satisfies never;
      return cutValue(message, DETAILS);
  }
}

export function slimAssistant(message: AssistantMessage): AssistantMessage {
  const { provider, model, usage, stopReason, errorMessage, timestamp, durationMs, thinkingLevel } = message;
  const dropped = droppedReasoning(message.diagnostics);
  return {
    role: 'assistant',
    content: message.content.map(slimBlock),
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    ...(message.responseModel !== undefined && { responseModel: message.responseModel }),
    ...(usage && { usage: slimUsage(usage) }),
    stopReason,
    ...(errorMessage !== undefined && { errorMessage: cutWithNote(errorMessage, MAX_ERROR) }),
    timestamp,
    ...(durationMs !== undefined && { durationMs }),
    ...(thinkingLevel !== undefined && { thinkingLevel }),
    ...(dropped && { panel_dropped: dropped }),
  };
}

export function slimSummary(summary: string): string {
  return cutWithNote(summary, MAX_TEXT);
}

export function slimArguments(args: Record<string, unknown>): Record<string, unknown> {
  return cutValue(args, ARGUMENTS);
}

/**
 * Returns the details of a tool or an extension without `truncation.content`, which repeats the output of a bash run
 * (in all versions).
 */
export function slimDetails(details: unknown): unknown {
  const given = truncationOf(details);
  if (!given) return cutValue(details, DETAILS);
  const { content: _repeated, ...truncation } = given;
  return cutValue({ ...(details as object), truncation }, DETAILS);
}

/** Returns pi's details about truncated output, such as `totalBytes`. */
export function truncationOf(details: unknown): { content?: unknown; totalBytes?: unknown } | null {
  if (typeof details !== 'object' || details === null || !('truncation' in details)) return null;
  const { truncation } = details;
  return typeof truncation === 'object' ? truncation : null;
}

/** Returns the image as a reference, or a line of text in its place. */
export function slimImage(image: ImageContent, images: Images): ImageContent | TextContent {
  const { mimeType, data = '' } = image;
  const ref = images.add(mimeType, data);
  if (ref !== null) return { type: 'image', mimeType, panel_ref: ref };
  return { type: 'text', text: `[${mimeType} not shown]` };
}

function isCut(content: UserContent): boolean {
  const texts =
    typeof content === 'string' ? [content] : content.map((block) => ('text' in block ? block.text : ''));
  return texts.some((text) => text.length > MAX_TEXT);
}

function slimContent(content: UserContent, images: Images): UserContent {
  if (typeof content === 'string') return cutWithNote(content, MAX_TEXT);
  return content.map((block) => {
    switch (block.type) {
      case 'text':
        return { type: 'text', text: cutWithNote(block.text, MAX_TEXT) };
      case 'image':
        return slimImage(block, images);
      default:
        // pi echoes the blocks of a prompt unchecked (in pi up to 0.84.4).
        return { type: 'text', text: '[a part that cannot be shown]' };
    }
  });
}

function slimBlock(block: AssistantContent): AssistantContent {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: cutWithNote(block.text, MAX_TEXT) };
    case 'thinking':
      return {
        type: 'thinking',
        thinking: cutWithNote(block.thinking, MAX_TEXT),
        ...(block.redacted && { redacted: true }),
      };
    case 'toolCall': {
      const { id, name, argumentsError } = block;
      return {
        type: 'toolCall',
        id,
        name,
        arguments: slimArguments(block.arguments),
        ...(argumentsError !== undefined && { argumentsError: cutWithNote(argumentsError, MAX_ERROR) }),
      };
    }
    default:
      block satisfies never;
      return cutValue(block, DETAILS);
  }
}

export function slimUsage(usage: Usage): Usage {
  const { input, output, cacheRead, cacheWrite, totalTokens, reasoning, cost } = usage;
  return {
    input,
    output,
    cacheRead,
    cacheWrite,
    ...(totalTokens !== undefined && { totalTokens }),
    ...(reasoning !== undefined && { reasoning }),
    cost,
  };
}
