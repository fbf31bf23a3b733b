// Times and amounts, in every region.
import type { amounts as texts } from '../zh/amounts.ts';

export const amounts: Record<keyof typeof texts, string> = {
  'just now': 'たった今',
  '{count} min ago': '{count} 分前',
  '{count} h ago': '{count} 時間前',
  yesterday: '昨日',
  '{count} days ago': '{count} 日前',
};
