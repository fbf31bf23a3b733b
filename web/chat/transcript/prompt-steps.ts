// Moves the focus from one message of the user to the next, as a reader who looks for a turn does.
import type { OlderRows } from './older-rows.svelte.ts';
import type { ReaderScroll } from './reader-scroll.svelte.ts';

/** Below the upper edge of the view, in px: a row that begins there has been reached. */
const AT_TOP = 24;

interface PromptSteps {
  log: HTMLElement;
  older: OlderRows;
  scroll: ReaderScroll;
}

/** -1: to the message before, also one that is not loaded yet; 1: to the next one, and from the last one to the end. */
export async function stepPrompt(by: 1 | -1, { log, older, scroll }: PromptSteps): Promise<void> {
  const prompt = by === 1 ? nextPrompt(log) : await older.reach(() => Promise.resolve(promptBefore(log)));
  if (!(prompt instanceof HTMLElement)) {
    if (by === 1) scroll.toEnd();
    return;
  }
  scroll.show(prompt, 'start');
  prompt.tabIndex = -1;
  prompt.focus({ preventScroll: true });
}

function promptBefore(log: HTMLElement): HTMLElement | null {
  const prompts = promptsIn(log);
  const focused = focusedAt(prompts);
  if (focused >= 0) return prompts[focused - 1] ?? null;
  const { bottom } = log.getBoundingClientRect();
  return prompts.findLast((prompt) => prompt.getBoundingClientRect().top < bottom) ?? null;
}

function nextPrompt(log: HTMLElement): HTMLElement | undefined {
  const prompts = promptsIn(log);
  const focused = focusedAt(prompts);
  if (focused >= 0) return prompts[focused + 1];
  const { top } = log.getBoundingClientRect();
  return prompts.find((prompt) => prompt.getBoundingClientRect().top > top + AT_TOP);
}

const promptsIn = (log: HTMLElement): HTMLElement[] => [
  ...log.querySelectorAll<HTMLElement>('[data-key^="user-"]'),
];

function focusedAt(prompts: readonly HTMLElement[]): number {
  return prompts.findIndex((prompt) => prompt.contains(document.activeElement));
}
