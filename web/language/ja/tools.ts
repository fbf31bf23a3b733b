// Tool runs in the conversation.
import type { tools as texts } from '../zh/tools.ts';

export const tools: Record<keyof typeof texts, string> = {
  'Read##tool': '読み取り',
  'Edit##tool': '編集',
  'Write##tool': '書き込み',
  'Find##tool': 'ファイル検索',
  'List##tool': '一覧',
  '{count} reads': '読み取り {count} 件',
  '{count} edits': '編集 {count} 件',
  '{count} commands': 'コマンド {count} 件',
  '{count} searches': '検索 {count} 件',
  'Tool {name}': 'ツール {name}',
  Bash: 'Bash',
  'You ran': 'あなたが実行',
  'not in context': 'コンテキスト外',
  'writing …': '書き込み中…',
  'invalid arguments': '引数が無効',
  'never ran': '未実行',
  'Its result is no longer sent to the model': '結果はモデルに送信されなくなりました',
  'Its result is sent to the model in another form': '結果は別の形でモデルに送信されます',
  'Exit code {code}': '終了コード {code}',
  'No output.': '出力はありません。',
  'Showing the end of {size}.': '{size} の末尾を表示しています。',
  'Show the last {size}': '最後の {size} を表示',
  '{count} more lines. Open the diff to see all of them.':
    'ほかに {count} 行あります。差分を開くとすべて表示されます。',
  '{count} more lines are not shown': 'ほかに {count} 行あります (非表示)',
  'Its extension could not draw it: {reason}': '拡張機能が描画できませんでした: {reason}',
  Fold: '折りたたむ',
  Expand: '展開',
  'Generic view': '標準の表示',
};
