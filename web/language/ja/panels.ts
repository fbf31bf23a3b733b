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
};
