// The keys to learn first, in groups: those of actions, which can be changed, and those of single controls.
import { t } from '../../language/text.ts';
import { keyLabel } from '../../lib/keys/keys.ts';

/** An action of the table, whose label and keys are shown, or the words and keys of a control. */
export type CheatRow = { action: string; words?: string } | { words: string; keys: string };

export interface CheatGroup {
  title: string;
  rows: readonly CheatRow[];
}

export function cheatSheet({ enterSends, onMac }: { enterSends: boolean; onMac: boolean }): CheatGroup[] {
  return [
    {
      title: t('Start'),
      rows: [
        { action: 'palette' },
        { action: 'new_session' },
        { action: 'new_agent' },
        { action: 'findFile' },
      ],
    },
    {
      title: t('Write'),
      rows: [
        { words: t('Send'), keys: enterSends ? 'Enter' : keyLabel('Mod+Enter', onMac) },
        { words: t('A new line'), keys: enterSends ? 'Shift+Enter' : 'Enter' },
        { words: t('Send with the other option'), keys: keyLabel('Alt+Enter', onMac) },
        { action: 'abort' },
      ],
    },
    {
      title: t('Read'),
      rows: [
        { action: 'previousPrompt' },
        { action: 'nextPrompt' },
        { action: 'newestMessage' },
        { action: 'findInConversation' },
      ],
    },
    {
      title: t('Review'),
      rows: [
        { words: t('Next change'), keys: 'J' },
        { words: t('Keep'), keys: 'Y' },
        { words: t('Undo'), keys: 'U' },
        { words: t('Comment'), keys: 'C' },
      ],
    },
    {
      title: t('Go to'),
      rows: [
        { action: 'next_agent' },
        { action: 'toggleRail' },
        { action: 'terminal' },
        { action: 'nextRegion' },
      ],
    },
  ];
}
