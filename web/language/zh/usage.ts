// Usage by day, model and folder.
export const usage = {
  'Cost by day, at most {amount}': '每日费用，最高 {amount}',
  'Tokens by day, at most {amount}': '每日 token 数，最高 {amount}',
  'at most {amount}': '最高 {amount}',
  Day: '日期',
  Span: '时间范围',
  'Last {count} days': '最近 {count} 天',
  'No stored session used any tokens in this time.': '此期间没有已存储的会话使用过 token。',
  By: '统计方式',
  'From the session files, with the prices that pi knew. Deleted sessions are not counted.':
    '数据来自会话文件，按 pi 已知的价格计算。不包括已删除的会话。',
  '{count} answers': '{count} 条回答',
  'Table of usage': '用量表',
  In: '输入',
  Cached: '缓存',
  Out: '输出',
  'Not known': '未知',
};
