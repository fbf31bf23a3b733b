// Side questions.
import type { side as texts } from '../../zh/work/side.ts';

export const side: Record<keyof typeof texts, string> = {
  'It knows the conversation so far, and can read files. The agent beside it goes on, and learns nothing of it.':
    'ここまでの会話を知っていて、ファイルを読めます。隣のエージェントは作業を続け、この質問のことは知りません。',
  'Your side question': '脇の質問の内容',
  'I asked a side question: {question}': '脇で質問しました: {question}',
  'Keep as a session': 'セッションとして残す',
  'Send the answer to the agent': '回答をエージェントに送る',
  Ask: '質問する',
};
