// The region "Terminal".
import type { terminal as texts } from '../zh/terminal.ts';

export const terminal: Record<keyof typeof texts, string> = {
  'Bash output appears here while a command runs. Start a message with {mark} to run a command yourself.':
    'コマンドの実行中、Bash の出力がここに表示されます。メッセージを {mark} で始めると、自分でコマンドを実行できます。',
};
