// Usage by day, model and folder.
export const usage = {
  'Cost by day, peak {amount}': '每日费用，峰值 {amount}',
  'Tokens by day, peak {amount}': '每日 token 数，峰值 {amount}',
  'peak {amount}': '峰值 {amount}',
  Day: '日期',
  Period: '时间范围',
  'Last {count} days': '最近 {count} 天',
  'No stored session used any tokens in this period.': '此期间没有任何已存储的会话使用过 token。',
  By: '统计方式',
  "{count} session file couldn't be read, so it isn't counted.": '{count} 个会话文件无法读取，未计入。',
  "{count} session files couldn't be read, so they aren't counted.": '{count} 个会话文件无法读取，未计入。',
  "From the session files, at pi’s prices at the time. Deleted sessions aren't counted.":
    '数据来自会话文件，按当时 pi 的价格计算。不包括已删除的会话。',
  '{count} answers': '{count} 条回答',
  'Table of usage': '用量表',
  In: '输入',
  Cached: '缓存',
  Out: '输出',
  'Not known': '未知',

  // The budget of sessions and days.
  Budget: '预算',
  'You get a notice at 80 % and when a budget is used up. Leave a field empty for no limit. pi computes costs from the prices of the models.':
    '用到 80% 和用完时会通知你。留空表示不限。费用由 pi 按模型价格计算。',
  'Session budget': '单个会话的预算',
  'Daily budget': '每日预算',
  'Only notify me': '仅提醒',
  'no limit': '不限',
  Amount: '额度',
  Unit: '单位',
  'When it is used up': '用完时',
  'An agent stops at the end of its turn. To continue the session, click its cost.':
    '智能体会在本轮结束时停止。要继续会话，请点击它的费用。',
  'This session continues without a budget.': '此会话不受预算限制，继续运行。',
  'Let this session continue': '让此会话继续',
  'no price: only a budget in tokens holds': '无价格：仅以 token 计的预算有效',
  'Models without a price, such as those of your own server, cost $0 here. Only a budget in tokens holds for them.':
    '没有价格的模型（例如您自己的服务器上的模型）在此按 $0 计。只有以 token 计的预算对其有效。',
  'The model has no price: {count} tokens cost $0. Only a budget in tokens holds for it.':
    '该模型没有价格：{count} 个 token 计为 $0。只有以 token 计的预算对其有效。',
  '{billed} of it billed by providers, the rest estimated by pi':
    '其中 {billed} 由提供商计费，其余由 pi 估算',
  'estimated by pi': '由 pi 估算',
};
