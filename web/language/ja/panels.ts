// The address book below the agents.
import type { panels as texts } from '../zh/panels.ts';

export const panels: Record<keyof typeof texts, string> = {
  'Other panels': 'ほかのパネル',
  'Link or address of another panel': '別のパネルのリンクまたはアドレス',
  'Add and open': '追加して開く',
  'Remove {name} from the list': '{name} をリストから削除',
  'It opens in a new tab. Its address is kept in this browser, its token only on its own page.':
    '新しいタブで開きます。このブラウザーにはアドレスだけが保存され、トークンはそのパネル自身のページにだけ保存されます。',
  'This is not the address of a panel, such as https://box.example/':
    'パネルのアドレスではありません（例: https://box.example/）',
  'The browser has no room left: the list lasts until this page is closed.':
    'ブラウザーに空きがありません。このリストはページを閉じるまでしか残りません。',
  'To see its agents here, start this panel with --other-panel {other} and that one with --other-panel {own}.':
    'ここにエージェントを表示するには、このパネルを --other-panel {other} で、相手のパネルを --other-panel {own} で起動してください。',
  'It cannot be reached, or was not started with --other-panel {own}.':
    '接続できないか、--other-panel {own} を付けずに起動されています。',
  'It no longer accepts its status link: add a new one.':
    '状態リンクが受け付けられなくなりました。新しいリンクを追加してください。',
  'Agents of {name}': '{name} のエージェント',
  'No agents': 'エージェントはありません',
  'For other panels: the status link of this one, which tells how its agents are and opens nothing.':
    'ほかのパネル用の、このパネルの状態リンクです。エージェントの状態だけを伝え、パネルを開くことはできません。',
  'Copy status link': '状態リンクをコピー',
};
