// Reads pi's tool results and bash responses: what they say about the output, and which part of their text is pi's own.
import type { BashResult } from '../../shared/pi/commands.ts';
import type { ToolResult } from '../../shared/pi/events.ts';

/** How a run ended: a tool's result, or pi's response to the user's bash. `isError` helps to recognize pi's notices. */
export type EndResult = (ToolResult & { isError?: boolean }) | BashResult;

export interface Snapshot {
  text: string;
  isTruncated: boolean;
  /** UTF-8 bytes of the text of the whole output so far, if pi counts them; exact in 0.73.1 to 1.5.2. */
  totalBytes?: number;
  fullOutputPath?: string;
}

/** Ignores anything that does not have the shape of pi's results. */
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

// Notices of pi's bash tool (0.73.1 to 1.5.2), each a separate paragraph at the end of the result.
const STATUS =
  /(?:^|\n\n)(?:Command exited with code \d+|Command aborted|Command timed out after [^\n]*|Command terminated without an exit code)$/;
const TRUNCATED = /\n\n\[Showing (?:lines|last) [^\n]*\. Full output: [^\n]*\]$/;

/**
 * The text of a result without the notices that pi added. `known` is the output before: what pi sent during the run is
 * output, even if it reads like a notice.
 */
export function withoutNotices(text: string, known: string, isError?: boolean): string {
  const start = text.startsWith(known) ? known.length : 0;
  let rest = text.slice(start);
  if (isError !== false) rest = rest.replace(STATUS, '');
  rest = rest.replace(TRUNCATED, '');
  if (start === 0 && rest === '(no output)') rest = '';
  return text.slice(0, start) + rest;
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
