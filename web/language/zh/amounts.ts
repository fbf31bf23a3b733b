// Times and amounts, in every region.
export const amounts = {
  'just now': '刚刚',
  '{count} min ago': '{count} 分钟前',
  '{count} h ago': '{count} 小时前',
  yesterday: '昨天',
  '{count} days ago': '{count} 天前',
};
