// Usage by day, model and folder.
import type { usage as texts } from '../zh/usage.ts';

export const usage: Record<keyof typeof texts, string> = {
  'Cost by day, at most {amount}': '日別のコスト (最大 {amount})',
  'Tokens by day, at most {amount}': '日別のトークン数 (最大 {amount})',
  'at most {amount}': '最大 {amount}',
  Day: '日',
  Span: '期間',
  'Last {count} days': '過去 {count} 日間',
  'No stored session used any tokens in this time.':
    'この期間にトークンを使用した保存済みのセッションはありません。',
  By: '集計単位',
  'From the session files, with the prices that pi knew. Deleted sessions are not counted.':
    'セッションファイルから、pi が把握している価格で計算しています。削除したセッションは含まれません。',
  '{count} answers': '回答 {count} 件',
  'Table of usage': '使用量の表',
  In: '入力',
  Cached: 'キャッシュ',
  Out: '出力',
  'Not known': '不明',
};
