// What the composer says about itself: its placeholder, and the status of the draft.
import { t } from '../../language/text.ts';
import type { SlashCommand } from '../../../shared/pi/commands.ts';
import type { Model } from '../../../shared/pi/messages.ts';

/** Whether the text begins with a command of an extension, which runs even while the agent works. */
export function isExtensionCommand(text: string, commands: readonly SlashCommand[]): boolean {
  const name = /^\/(\S+)/.exec(text)?.[1];
  return commands.some((command) => command.source === 'extension' && command.name === name);
}

export function placeholderOf({
  isNarrow,
  isRunning,
  model,
}: {
  isNarrow: boolean;
  isRunning: boolean;
  model: Pick<Model, 'id' | 'name'> | null | undefined;
}): string {
  if (!isNarrow)
    return isRunning
      ? t('Steer the agent, or queue a follow-up')
      : t('Ask pi anything. / commands, @ files, ! shell');
  if (isRunning) return t('Steer or follow up');
  // In an empty composer, which is one line, nothing else names the model.
  const name = model?.name || model?.id;
  return name ? t('Ask {model}', { model: name }) : t('Ask pi anything');
}

interface DraftFacts {
  isStopping: boolean;
  isSending: boolean;
  isRunning: boolean;
  /** Whether the text begins like a command, but goes to the model as text. */
  isPlain: boolean;
  /** Whether the text is a command of an extension. */
  isImmediate: boolean;
  shell: 'none' | 'shown' | 'hidden';
}

/** `isLasting`: whether the draft itself has a status, which lasts as long as the text, and not only what is under way. */
export function statusOf(draft: DraftFacts): { words: string; isLasting: boolean } {
  const lasting = lastingWords(draft);
  const passing = draft.isStopping ? t('stopping…') : draft.isSending ? t('sending…') : '';
  return { words: passing || lasting, isLasting: lasting !== '' };
}

function lastingWords({ isPlain, isImmediate, isRunning, shell }: DraftFacts): string {
  if (isPlain) return t('Pasted: goes to the model as text');
  if (isImmediate && isRunning) return t('Extension command: runs immediately');
  if (shell === 'none') return '';
  return shell === 'shown' ? t('Your shell') : t('Your shell, not in context');
}
