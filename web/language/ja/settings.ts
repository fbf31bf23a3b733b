// The region "Settings".
import type { settings as texts } from '../zh/settings.ts';

export const settings: Record<keyof typeof texts, string> = {
  Language: '言語',
  'The language of the page. What pi and the model say stays as it is.':
    'ページの言語です。pi とモデルの出力はそのまま表示されます。',
  'As the browser says': 'ブラウザーの設定に従う',
  'The texts of this language could not be loaded: {reason}':
    'この言語のテキストを読み込めませんでした: {reason}',
};
