// The region "Agents".
import type { agents as texts } from '../zh/agents.ts';

export const agents: Record<keyof typeof texts, string> = {
  'Open to answer': '開いて回答',
  'idle, interrupted': '待機中 (中断)',
  'The agent is at work. Ending it stops its run.': 'エージェントは作業中です。終了すると実行が停止します。',
  'End it': '終了する',
  'Open here': 'ここで開く',
  End: '終了',
  'Actions of the agent': 'エージェントの操作',
  'Another agent works in this folder, too': '別のエージェントもこのフォルダーで作業しています',
  'shared folder': '共有フォルダー',
  'Agents by state': '状態別のエージェント数',
  'Start an agent in any folder': '任意のフォルダーでエージェントを開始',
  'All agents': 'すべてのエージェント',
  'Each agent has its own folder and conversation. Start another one, and this list tells you what all of them do and which one waits for you.':
    'エージェントはそれぞれ専用のフォルダーと会話を持ちます。もう 1 つ開始すると、この一覧で各エージェントの作業内容と、あなたを待っているエージェントが分かります。',
  'Path, such as ~/code/project': 'パス (例: ~/code/project)',
  'The recent folders could not be listed: {reason}': '最近のフォルダーを一覧表示できませんでした: {reason}',
  Empty: '空',
  'Demo model: scripted, no key needed': 'デモモデル: スクリプトで動作、キー不要',
  'Starting …': '開始しています…',
  Start: '開始',
  'Interrupted: the panel ended while it worked. Send a message to go on.':
    '中断: 作業中にパネルが終了しました。メッセージを送信すると続行します。',
  '{count} need you': '{count} 件が対応待ち',
  'needs you': '対応待ち',
};
