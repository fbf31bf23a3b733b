// Usage by day, model and folder.
import type { usage as texts } from '../../zh/settings/usage.ts';

export const usage: Record<keyof typeof texts, string> = {
  'Cost by day, peak {amount}': '日別のコスト (ピーク {amount})',
  'Tokens by day, peak {amount}': '日別のトークン数 (ピーク {amount})',
  'peak {amount}': 'ピーク {amount}',
  Day: '日',
  Period: '期間',
  'Last {count} days': '過去 {count} 日間',
  'No stored session used any tokens in this period.': 'この期間にトークンを使用したセッションはありません。',
  By: '集計単位',
  "{count} session file couldn't be read, so it isn't counted.":
    '{count} 個のセッションファイルを読めなかったため、含まれていません。',
  "{count} session files couldn't be read, so they aren't counted.":
    '{count} 個のセッションファイルを読めなかったため、含まれていません。',
  "From the session files, at pi’s prices at the time. Deleted sessions aren't counted.":
    'セッションファイルから、当時の pi の価格で計算しています。削除したセッションは含まれません。',
  '{count} answers': '回答 {count} 件',
  'Table of usage': '使用量の表',
  In: '入力',
  Cached: 'キャッシュ',
  Out: '出力',
  'Not known': '不明',

  // The budget of sessions and days.
  Budget: '予算',
  'You get a notice at 80 % and when a budget is used up. Leave a field empty for no limit. pi computes costs from the prices of the models.':
    '80% に達したときと使い切ったときに通知します。空欄は無制限です。コストは pi がモデルの価格から計算します。',
  'Session budget': 'セッションごとの予算',
  'Daily budget': '1 日の予算',
  'Only notify me': '通知のみ',
  'no limit': '無制限',
  Amount: '上限',
  Unit: '単位',
  'When it is used up': '使い切ったとき',
  'An agent stops at the end of its turn. To continue the session, click its cost.':
    'エージェントはターンの終わりで停止します。セッションを続けるには、そのコストをクリックしてください。',
  'This session continues without a budget.': 'このセッションは予算なしで続きます。',
  'Let this session continue': 'このセッションを続ける',
  'no price: only a budget in tokens holds': '価格なし：トークン数の予算のみ有効',
  'Models without a price, such as those of your own server, cost $0 here. Only a budget in tokens holds for them.':
    '自分のサーバーのモデルなど、価格のないモデルはここでは $0 です。有効なのはトークン数の予算だけです。',
  'The model has no price: {count} tokens cost $0. Only a budget in tokens holds for it.':
    'このモデルには価格がありません。{count} トークンは $0 です。有効なのはトークン数の予算だけです。',
  '{billed} of it billed by providers, the rest estimated by pi':
    'うち {billed} はプロバイダーの請求額、残りは pi の推定',
  'estimated by pi': 'pi の推定',
};
