// The help beside errors.
import type { help as texts } from '../../zh/conversation/help.ts';

export const help: Record<keyof typeof texts, string> = {
  Help: 'ヘルプ',
  'More help': 'ほかのヘルプ',
  'The help could not be loaded, because the panel cannot be reached.':
    'パネルに接続できないため、ヘルプを読み込めませんでした。',
};
