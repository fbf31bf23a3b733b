// Steps of the tour at a readable pace: about 90 tokens a second, after a short pause.
import type { Step } from './answer.ts';
import { cutText } from '../../shared/view/cut-text.ts';

/** The time before the first token. */
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

/** Returns the first line of a text, short enough to be quoted in a sentence. */
export function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > 140 ? `${cutText(line, 139)}…` : line;
}
