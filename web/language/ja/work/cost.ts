// Where the money went.
import type { cost as texts } from '../../zh/work/cost.ts';

export const cost: Record<keyof typeof texts, string> = {
  'Where the money went': '費用の内訳',
  'Nothing has been spent here yet.': 'ここではまだ何も使われていません。',
  'For what': '用途',
  'Part of the request': 'リクエストの内訳',
  'Who says so': '金額の出どころ',
  Avoidable: '避けられた分',
  'Failed attempts': '失敗した試行',
  'Compaction summaries': '圧縮の要約',
  'Branch summaries': 'ブランチの要約',
  'Keeping the cache warm': 'キャッシュの維持',
  'Sub-agents': 'サブエージェント',
  'Requests of extensions': '拡張機能のリクエスト',
  'Prompt, not cached': 'プロンプト (キャッシュなし)',
  'Prompt, read from the cache': 'プロンプト (キャッシュから読み取り)',
  'Prompt, written to the cache': 'プロンプト (キャッシュに書き込み)',
  'Not told by part': '内訳不明',
  'Billed by the provider': 'プロバイダーの請求',
  'Estimated by pi from its list of prices': 'pi が価格表から推定',
  'Read again, because the cache had lost it': 'キャッシュが失われて再読み取り',
  'Limits of the provider': 'プロバイダーの上限',
  '{percent} % used': '{percent} % 使用',
  'resets at {time}': '{time} にリセット',
};
