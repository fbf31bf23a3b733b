// Extracts what pi's tool results and bash responses say about the output.
import type { BashResult } from '../../shared/pi/commands.ts';
import type { ToolResult } from '../../shared/pi/events.ts';

/** How a run ended: a tool's result, or pi's response to the user's bash. `isError` helps to recognize pi's notices. */
export type EndResult = (ToolResult & { isError?: boolean }) | BashResult;

export interface Snapshot {
  text: string;
  isTruncated: boolean;
  /** The UTF-8 bytes of the whole output so far, if pi counts them. The count is exact in pi 0.73.1 to 1.5.2. */
  totalBytes?: number;
  fullOutputPath?: string;
}

/** Ignores values that do not have the shape of pi's results. */
export function snapshotOf(result: ToolResult | BashResult | undefined): Snapshot {
  if (!isObject(result)) return { text: '', isTruncated: false };
  if (typeof result.output === 'string') {
    return { text: result.output, isTruncated: result.truncated === true, ...pathOf(result.fullOutputPath) };
  }
  const details = isObject(result.details) ? result.details : {};
  const truncation = isObject(details.truncation) ? details.truncation : {};
  const { totalBytes } = truncation;
  return {
    text: textOf(result.content),
    isTruncated: truncation.truncated === true,
    ...(Number.isSafeInteger(totalBytes) && { totalBytes: totalBytes as number }),
    ...pathOf(details.fullOutputPath),
  };
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return '';
  const texts: string[] = [];
  for (const block of content as unknown[]) {
    if (isObject(block) && block.type === 'text' && typeof block.text === 'string') texts.push(block.text);
  }
  return texts.join('\n');
}

function pathOf(path: unknown): { fullOutputPath?: string } {
  return typeof path === 'string' && path !== '' ? { fullOutputPath: path } : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
