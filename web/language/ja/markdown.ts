// The page's additions to Markdown and to text in an editor.
import type { markdown as texts } from '../zh/markdown.ts';

export const markdown: Record<keyof typeof texts, string> = {
  'done##task': '完了',
  'to do': '未完了',
  'Copy code': 'コードをコピー',
  Diagram: '図',
  'Show the diagram': '図を表示',
  'Show the source': 'ソースを表示',
  'Remote images are not loaded': 'リモートの画像は読み込まれません',
  '{image} (the image could not be loaded)': '{image} (画像を読み込めませんでした)',
  'Tab indents; Esc, then Tab leaves the editor': 'Tab でインデント、Esc のあと Tab でエディターを離れます',
  'Tab leaves the editor now': 'Tab でエディターを離れます',
};
