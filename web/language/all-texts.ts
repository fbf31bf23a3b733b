// All texts of each language but English. A separate file, so that the first file of the page does not name theirs.
import type { TranslateSentence } from './sentences.ts';
import type { Dictionary } from './text.ts';

export interface Texts {
  dictionary: Dictionary;
  translateSentence: TranslateSentence;
}

export const ALL_TEXTS: Record<'zh' | 'ja', () => Promise<Texts>> = {
  zh: () => import('./zh.ts').then(({ zh, translateSentence }) => ({ dictionary: zh, translateSentence })),
  ja: () => import('./ja.ts').then(({ ja, translateSentence }) => ({ dictionary: ja, translateSentence })),
};
