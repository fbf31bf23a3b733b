// The help beside errors.
import type { help as texts } from '../../zh/conversation/help.ts';

export const help: Record<keyof typeof texts, string> = {
  Help: 'ヘルプ',
  'More help': 'ほかのヘルプ',
  "The help couldn't be loaded, because the panel can't be reached.":
    'パネルに接続できないため、ヘルプを読み込めませんでした。',
};
