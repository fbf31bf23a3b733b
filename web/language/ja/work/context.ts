// What the model sees.
import type { context as texts } from '../../zh/work/context.ts';

export const context: Record<keyof typeof texts, string> = {
  'What the model sees': 'モデルに見える内容',
  'Close the context': 'コンテキストを閉じる',
  Order: '並び順',
  'By age': '古い順',
  'By size': '大きい順',
  'All##rows of the context': 'すべて',
  'Changed since the last request': '前回のリクエストからの変更',
  'Nothing has changed since the last request.': '前回のリクエストから変更はありません。',
  'Estimated: four characters count as a token.': '推定値: 4 文字を 1 トークンと数えます。',
  'Estimated for each row, so that the last request has the {count} tokens that its provider counted.':
    '各行は推定値です。前回のリクエストの合計が、プロバイダーの数えた {count} トークンになるようにしています。',
  "This pi can't leave anything out: that takes {version} or newer.":
    'この pi では内容を省けません。{version} 以降が必要です。',
  'Since the last request: {added} tokens more, {removed} fewer.':
    '前回のリクエストから: {added} トークン増、{removed} トークン減。',
  'saves {saved} of {total} tokens; the next request pays {uncached} uncached':
    '{total} トークンのうち {saved} を節約。次のリクエストでは {uncached} がキャッシュなし',
  'adds {added} to {total} tokens; the next request pays {uncached} uncached':
    '{total} トークンに {added} を追加。次のリクエストでは {uncached} がキャッシュなし',
  '{words}, about {amount}': '{words}、約 {amount}',
  Section: 'セクション',
  'Prompt file': 'プロンプトファイル',
  Skill: 'スキル',
  'Your message': 'あなたのメッセージ',
  'Answer##of the model': '回答',
  'Tool result': 'ツールの結果',
  'Message of an extension': '拡張機能のメッセージ',
  'Summary of what was compacted': '圧縮した内容の要約',
  'Summary of a branch': 'ブランチの要約',
  'left out': '省略済み',
  shortened: '短縮済み',
  'changes when this turn has ended': 'このターンの終了後に変更',
  'was {before}, is {now} tokens': '{before} から {now} トークンに',
  'no longer sent': '送信されなくなりました',
  'Leave out': '省く',
  'With its results': '結果も一緒に',
  Shorten: '短くする',
  'Keeps only the beginning and the end of it': '最初と最後だけを残します',
  Restore: '元に戻す',
  'what the model sees, tokens, leave out, prune, system prompt, compact':
    'モデルに見える内容, トークン, 省く, 削る, システムプロンプト, 圧縮',
};
