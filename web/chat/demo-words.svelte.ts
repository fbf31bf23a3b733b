// In a conversation with the demo model, a click on a word that starts one of its scripts sends that word.
import { t } from '../language/text.ts';
import { setClickableWords } from '../markdown/links/clickable-words.ts';

/** Must be called while a component is being created. */
export function makeDemoWordsClickable(isDemo: () => boolean, send: (word: string) => void): void {
  let words = $state.raw<ReadonlyMap<string, string>>();
  $effect(() => {
    if (isDemo()) void import('../lib/demo-words.ts').then(({ demoWords }) => (words = demoWords()));
  });
  setClickableWords({
    hintOf: (word) => (isDemo() && words?.has(word) ? t('Send “{text}”', { text: word }) : null),
    pick: send,
  });
}
