// The context that makes single words of inline code clickable in Markdown, such as those that start a demo script.
import { getContext, setContext } from 'svelte';

export interface ClickableWords {
  /** Returns a description of what a click on the word does, for its tooltip, or null if the word is not clickable. */
  hintOf: (word: string) => string | null;
  pick: (word: string) => void;
}

const CONTEXT = Symbol('clickable words');

export function setClickableWords(words: ClickableWords): void {
  setContext(CONTEXT, words);
}

/** Returns undefined where no word is clickable. */
export function getClickableWords(): ClickableWords | undefined {
  return getContext<ClickableWords | undefined>(CONTEXT);
}
