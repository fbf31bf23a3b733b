// The context by which Markdown makes single words of code clickable, such as those that start a script of the demo.
import { getContext, setContext } from 'svelte';

export interface ClickableWords {
  /** The effect of a click on the word, for its tooltip; null for plain code. */
  hintOf: (word: string) => string | null;
  pick: (word: string) => void;
}

const CONTEXT = Symbol('clickable words');

export function setClickableWords(words: ClickableWords): void {
  setContext(CONTEXT, words);
}

/** Undefined where no word can be clicked. */
export function getClickableWords(): ClickableWords | undefined {
  return getContext<ClickableWords | undefined>(CONTEXT);
}
