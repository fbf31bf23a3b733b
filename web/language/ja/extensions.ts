// Screens of extensions.
import type { extensions as texts } from '../zh/extensions.ts';

export const extensions: Record<keyof typeof texts, string> = {
  'Keys for {name}': '{name} へのキー入力',
  'Extension screen {name}': '拡張機能の画面 {name}',
  '{count} lines above are not shown': '上の {count} 行は表示されていません',
  'Keys go here while it has the focus': 'フォーカスがある間、キー入力はここに送られます',
  'Nothing drawn yet': 'まだ何も描画されていません',
  'Keys of {name}': '{name} のキー',
};
