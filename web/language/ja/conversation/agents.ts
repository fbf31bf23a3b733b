// The region "Agents".
import type { agents as texts } from '../../zh/conversation/agents.ts';

export const agents: Record<keyof typeof texts, string> = {
  'Open to answer': '開いて回答',
  'idle, interrupted': '待機中 (中断)',
  'The agent is running. Ending it stops the run.': 'エージェントは実行中です。終了すると実行も停止します。',
  'End it': '終了する',
  'Open here': 'ここで開く',
  'Agent actions': 'エージェントの操作',
  'Another agent is working in this folder, too': '別のエージェントもこのフォルダーで作業しています',
  'shared folder': '共有フォルダー',
  'Agents by state': '状態別のエージェント数',
  'Start an agent in any folder': '任意のフォルダーでエージェントを起動',
  'All agents': 'すべてのエージェント',
  'Each agent has its own folder and conversation. Start another one, and this list shows what each of them is doing and which one is waiting for you.':
    'エージェントはそれぞれ専用のフォルダーと会話を持ちます。もう 1 つ起動すると、この一覧で各エージェントの作業内容と、対応待ちのエージェントを確認できます。',
  'Path, such as ~/code/project': 'パス (例: ~/code/project)',
  "The recent folders couldn't be listed: {reason}": '最近のフォルダーを一覧表示できませんでした: {reason}',
  Empty: '空',
  'First message': '最初のメッセージ',
  'What should it do? You can also tell it later.': '何をしてほしいですか? 後から伝えてもかまいません。',
  'Demo model: scripted, no key needed': 'デモモデル: スクリプトで動作、キー不要',
  Starting: '起動中',
  'Thinking##activity': '思考中',
  Answering: '回答中',
  'Compacting the conversation': '会話を圧縮中',
  'Retrying: {reason}': '再試行中: {reason}',
  'The project contains extensions or settings that are not trusted yet':
    'プロジェクトに、まだ信頼していない拡張機能または設定があります',
  'Starting…': '起動しています…',
  'Sub-agents of {name}': '{name} のサブエージェント',
  'Waits for an answer:': '回答待ち:',
  'waits for an answer': '回答待ち',
  'Earlier messages are not shown here.': 'これより前のメッセージはここには表示されません。',
  'Message to {name}': '{name} へのメッセージ',
  'Steer {name}': '{name} を方向づける',
  'Stop {name}': '{name} を停止',
  'Sent: {text}': '送信しました: {text}',
  Start: '起動',
  'Interrupted. Send a message to continue.': '中断されました。メッセージを送信すると続行します。',
  '{count} need you': '{count} 件が対応待ち',

  // The address book below the agents.
  'Other panels': 'ほかのパネル',
  'Link or address of another panel': '別のパネルのリンクまたはアドレス',
  'Add and open': '追加して開く',
  'Remove {name} from the list': '{name} を一覧から削除',
  'It opens in a new tab. Its address is kept in this browser, its token only on its own page.':
    '新しいタブで開きます。このブラウザーにはアドレスだけが保存され、トークンはそのパネルのページにだけ保存されます。',
  'This is not the address of a panel, such as https://box.example/':
    'パネルのアドレスではありません (例: https://box.example/)',
  'The browser’s storage is full, so the list is lost when this page is closed.':
    'ブラウザーの保存領域がいっぱいです。このページを閉じると一覧は失われます。',
  'To see its agents here, start this panel with --other-panel {other} and that one with --other-panel {own}.':
    'ここにエージェントを表示するには、このパネルを --other-panel {other} で、相手のパネルを --other-panel {own} で起動してください。',
  "This panel is unreachable, or wasn't started with --other-panel {own}.":
    '接続できないか、--other-panel {own} を付けずに起動されています。',
  'This panel no longer accepts its status link. Add a new one.':
    '状態リンクが受け付けられなくなりました。新しいリンクを追加してください。',
  'Agents of {name}': '{name} のエージェント',
  'No agents': 'エージェントはありません',
  'For other panels: the status link of this one. It shows the state of its agents and gives no access.':
    'ほかのパネルで使う、このパネルの状態リンクです。エージェントの状態だけを表示し、パネルにはアクセスできません。',
  'Copy status link': '状態リンクをコピー',
  'Close without an answer': '回答せずに閉じる',
};
