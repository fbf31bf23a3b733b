// The words of the demo model, which server/demo/texts has as well.
import type { demo as texts } from '../zh/demo.ts';

export const demo: Record<keyof typeof texts, string> = {
  'tour##demo': 'ツアー',
  'ask##demo': '質問',
  'fail##demo': '失敗',
  'long##demo': '長文',
  'slow##demo': 'ゆっくり',
  'error##demo': 'エラー',
};
