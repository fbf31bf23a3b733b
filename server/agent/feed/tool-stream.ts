// The tool runs in pi's events: turns snapshots of output into what was added, and sends each result once.
import { isDeepStrictEqual } from 'node:util';
import type { PiEvent, ToolResult } from '../../../shared/pi/events.ts';
import type { ImageContent, ToolResultMessage } from '../../../shared/pi/messages.ts';
import { tailOf } from '../../../shared/view/tool-runs.ts';
import type { SlimEvent } from '../../../shared/view/view-event.ts';
import { slimArguments, slimDetails, slimImage, truncationOf, type Images } from './slim-message.ts';

type Of<T extends string> = Extract<PiEvent, { type: T }>;

/** Receives the output of bash runs and emits separate events for its growth. */
export interface RunOutputs {
  start: (call: string) => void;
  /** Passes on the output so far, or only its end once pi truncates it. */
  snapshot: (call: string, result: ToolResult) => void;
  /** Passes on output of a user bash (pi >= 0.82.0). */
  append: (call: string, delta: string) => void;
  /** Ends the run. Returns the size of the whole output in bytes. */
  end: (call: string, result: ToolResult) => number;
}

interface Shown {
  text: string;
  details: unknown;
}

export class ToolStream {
  readonly #date: () => number;
  readonly #images: Images;
  readonly #outputs: RunOutputs | undefined;
  /** The part of each running tool that the views already show. */
  readonly #open = new Map<string, Shown>();
  /** The runs of this turn that ended before their toolResult message. */
  readonly #ended = new Set<string>();

  constructor(options: { date: () => number; images: Images; outputs?: RunOutputs | undefined }) {
    this.#date = options.date;
    this.#images = options.images;
    this.#outputs = options.outputs;
  }

  /**
   * Forgets the runs of the last turn, whose result messages have all come by now. Nested runs (pi >= 0.99) have none.
   */
  startTurn(): void {
    this.#ended.clear();
  }

  /** Call this when all runs must have ended. */
  reset(): void {
    this.#open.clear();
    this.#ended.clear();
  }

  start(event: Of<'tool_execution_start'>): SlimEvent[] {
    const { type, toolCallId, toolName, parentToolCallId } = event;
    this.#open.set(toolCallId, { text: '', details: undefined });
    this.#ended.delete(toolCallId);
    if (toolName === 'bash') this.#outputs?.start(toolCallId);
    return [
      {
        type,
        toolCallId,
        toolName,
        ...(parentToolCallId !== undefined && { parentToolCallId }),
        args: slimArguments(event.args),
        panel_at: this.#date(),
      },
    ];
  }

  update({ type, toolCallId, toolName, partialResult }: Of<'tool_execution_update'>): SlimEvent[] {
    const shown = this.#open.get(toolCallId);
    if (!shown) return [];
    if (toolName === 'bash' && this.#outputs) {
      this.#outputs.snapshot(toolCallId, partialResult);
      return [];
    }
    const text = textOf(partialResult);
    const details = partialResult.details === undefined ? undefined : slimDetails(partialResult.details);
    const hasNewDetails = details !== undefined && !isDeepStrictEqual(details, shown.details);
    if (text === shown.text && !hasNewDetails) return [];
    const output = text.startsWith(shown.text)
      ? { delta: tailOf(text.slice(shown.text.length)) }
      : { replace: tailOf(text) };
    this.#open.set(toolCallId, { text, details });
    return [
      {
        type,
        toolCallId,
        panel_output: { ...output, bytes: bytesOf(partialResult, text) },
        ...(hasNewDetails && { panel_details: details }),
      },
    ];
  }

  end(event: Of<'tool_execution_end'>): SlimEvent[] {
    const { toolCallId, toolName, result, isError } = event;
    this.#open.delete(toolCallId);
    this.#ended.add(toolCallId);
    // pi's text contains notices, and only the end of a long output, so the panel counts the bytes itself.
    const printed = toolName === 'bash' ? this.#outputs?.end(toolCallId, result) : undefined;
    const images: ImageContent[] = [];
    let text = textOf(result);
    const bytes = printed ?? bytesOf(result, text);
    for (const block of result.content) {
      if (block.type !== 'image') continue;
      const slim = slimImage(block, this.#images);
      if (slim.type === 'image') images.push(slim);
      else text += slim.text;
    }
    return [
      {
        type: 'tool_execution_end',
        toolCallId,
        toolName,
        isError,
        panel_text: tailOf(text),
        panel_bytes: bytes,
        ...(images.length > 0 && { panel_images: images }),
        ...(result.details !== undefined && { panel_details: slimDetails(result.details) }),
        ...structured(toolName, result),
        panel_at: this.#date(),
      },
    ];
  }

  /** Ends the run of a toolResult message. If the run has already ended, the message only repeats its result. */
  result(message: ToolResultMessage): SlimEvent[] {
    const { toolCallId, toolName, isError, content, details } = message;
    if (this.#ended.has(toolCallId)) return [];
    return this.end({
      type: 'tool_execution_end',
      toolCallId,
      toolName,
      isError,
      result: { content, details },
    });
  }

  append({ id, delta }: Of<'bash_execution_update'>): SlimEvent[] {
    if (id !== undefined) this.#outputs?.append(id, delta);
    return [];
  }
}

/** The values of the result, except those of bash, which repeat the output: up to 1 MiB of it (in pi 1.6). */
function structured(tool: string, { structuredContent }: ToolResult): { panel_structured?: unknown } {
  if (tool === 'bash' || structuredContent === undefined) return {};
  return { panel_structured: slimDetails(structuredContent) };
}

function textOf(result: ToolResult): string {
  return result.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

/** UTF-8 bytes of the whole output, which pi reports if it truncates the output. */
function bytesOf(result: ToolResult, text: string): number {
  const total = truncationOf(result.details)?.totalBytes;
  return typeof total === 'number' ? total : Buffer.byteLength(text);
}
