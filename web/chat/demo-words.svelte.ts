// In a conversation with the demo model, a click on a word that starts one of its scripts sends that word.
import { t } from '../language/text.ts';
import type { ClickableWords } from '../markdown/links/clickable-words.ts';

/** Must be called while a component is being created. */
export function clickableDemoWords(isDemo: () => boolean, send: (word: string) => void): ClickableWords {
  let words = $state.raw<ReadonlyMap<string, string>>();
  $effect(() => {
    if (isDemo()) void import('../lib/demo-words.ts').then(({ demoWords }) => (words = demoWords()));
  });
  return {
    hintOf: (word) => (isDemo() && words?.has(word) ? t('Send “{text}”', { text: word }) : null),
    pick: send,
  };
}
