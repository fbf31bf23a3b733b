// The budget of sessions and days.
export const budget = {
  Budget: '予算',
  'You are told at 80 % and when it is used up. An empty field is no limit. Money is what pi computes from the prices of the models.':
    '80 % に達したときと使い切ったときに通知します。空欄は無制限です。金額は pi がモデルの価格から計算します。',
  'Budget of a session': 'セッションごとの予算',
  'Budget of a day': '1 日の予算',
  'Only tell me': '通知だけ',
  'no limit': '無制限',
  Amount: '量',
  Unit: '単位',
  dollars: 'ドル',
  tokens: 'トークン',
  'When it is used up': '使い切ったとき',
  'An agent stops at the end of its turn, and a click in its cost lets the session go on':
    'エージェントはターンの終わりで停止します。コストの表示をクリックすればセッションを続けられます',
  'This session goes on without a budget.': 'このセッションは予算なしで続きます。',
  'Let this session go on': 'このセッションを続ける',
};
