/** The steps of the tour at a pace that is pleasant to read: about 90 tokens a second, after a short silence. */
import type { Step } from './answer.ts';

/** What a model needs before its first token. */
export const breath: Step = { delay: 350 };

export function think(text: string): Step {
  return { think: text, chunk: 5, every: 13 };
}

export function say(text: string): Step {
  return { text, chunk: 4, every: 11 };
}

export function call(tool: string, args: Record<string, unknown>): Step {
  return { tool, args, chunk: 12, every: 9 };
}

/** The first line of what somebody wrote, short enough to be quoted in a sentence. */
export function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > 140 ? `${line.slice(0, 139)}…` : line;
}
