// Dialogs: questions of extensions that wait for an answer.
import type { dialogs as texts } from '../../zh/conversation/dialogs.ts';

export const dialogs: Record<keyof typeof texts, string> = {
  '“{title}”: {reason}': '「{title}」: {reason}',
  '{command} of {extension}': '{extension} の {command}',
  'the tool {tool} of {extension}': '{extension} のツール {tool}',
  'Asked by {author},': '{author} からの質問',
  Asked: '質問',
  '{count} seconds left to answer: {title}': '回答まであと {count} 秒: {title}',
  'Switch between the composer and this dialog': '入力欄とこのダイアログを切り替え',
  '{keys} to answer': '{keys} で回答',
  'The agent continues if you don’t answer in time': '時間内に回答しないと、エージェントは続行します',
  'Time left': '残り時間',
  'time is up': '時間切れ',
  '“{title}” was answered in another tab.': '「{title}」は別のタブで回答されました。',
  'Waiting for you: {title}': '回答待ち: {title}',
  '“{title}” closed before you answered. Your text is in the composer.':
    '「{title}」は回答する前に閉じられました。入力したテキストは入力欄にあります。',
  '{count} more dialogs are waiting.': 'ほかに {count} 件のダイアログが待っています。',
  'Filter options': '選択肢を絞り込む',
  'Filter {count} options': '{count} 件の選択肢を絞り込む',
  'No matching options': '一致する選択肢はありません',
  'Select with the arrow keys and Enter, or click': '矢印キーと Enter、またはクリックで選択',
  Answer: '回答',
  '{key} submits': '{key} で送信',

  // Screens of extensions.
  'Keys for {name}': '{name} へのキー入力',
  'Extension screen {name}': '拡張機能の画面 {name}',
  '{count} lines above are not shown': '上の {count} 行は表示されていません',
  'Receives your keys while focused': 'フォーカスがある間、キー入力はここに送られます',
  'Nothing to show yet': 'まだ何も描画されていません',
  "There is nothing to paste, or the browser doesn't allow it.":
    '貼り付ける内容がないか、ブラウザーが許可していません。',
  'Keys of {name}': '{name} のキー',
  'Another answer is being sent.': '別の回答を送信しています。',
};
