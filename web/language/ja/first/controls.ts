// The pickers below the composer, what the context holds, and the search in the conversation.
import type { controls as texts } from '../../zh/first/controls.ts';

export const controls: Record<keyof typeof texts, string> = {
  'Nothing is spent between runs.': '実行の合間に費用はかかりません。',
  'Session cost': 'セッションのコスト',
  'Tokens in': '入力トークン',
  'Tokens out': '出力トークン',
  'From the cache': 'キャッシュから',
  'The conversation is being compacted.': '会話を圧縮しています。',
  'Stop compacting': '圧縮を停止',
  'Compact: replace the conversation so far with a summary for the model':
    '圧縮: モデルに渡すこれまでの会話を要約に置き換えます',
  'What the summary should keep (optional)': '要約に残す内容 (任意)',
  'This stops the run.': '実行は停止します。',
  'The page still shows everything.': 'ページには引き続きすべて表示されます。',
  'pi also compacts automatically when the context is nearly full.':
    'コンテキストが残り少なくなると、pi は自動でも圧縮します。',
  'Cost {amount}': 'コスト {amount}',
  'pi has no credentials for any model.': 'pi にはどのモデルの認証情報もありません。',
  "The models couldn't be listed: {reason}": 'モデルの一覧を取得できませんでした: {reason}',
  'pi writes this into your settings.json.': 'pi はこれを settings.json に書き込みます。',
  'until the next answer': '次の回答まで',
  'usage of {size} tokens unknown until the next answer': '{size} トークン中の使用量は次の回答まで不明',
  'about {used} of {size} tokens, {percent} %, estimated until the next answer':
    '約 {used}/{size} トークン、{percent}% (次の回答までは推定値)',
  '{used} of {size} tokens, {percent} %': '{used}/{size} トークン、{percent}%',
  'Find in this conversation': 'この会話内を検索',
  'The search': '検索',
};
