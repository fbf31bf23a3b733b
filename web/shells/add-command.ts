// Adds a command of a shell to the chat, with what it has printed.
import { errorText } from '../../shared/error-text.ts';
import type { ShellCommand } from '../../shared/shells.ts';
import { t } from '../language/text.ts';
import type { Panel } from '../state/panel/panel.svelte.ts';
import { addToChat } from '../state/workbench/composer-port.ts';
import { quoteOf } from './command-words.ts';
import type { ShellsOnPage } from './shells.svelte.ts';

interface Added {
  shells: ShellsOnPage;
  shell: string;
  command: ShellCommand;
  /** Whether the user wants to ask about it. */
  isQuestion: boolean;
}

/** Adds the end of a long output as a quote, and all of it as a file. */
export async function addCommand(
  { workbench }: Pick<Panel, 'workbench'>,
  { shells, shell, command, isQuestion }: Added,
): Promise<void> {
  try {
    const { file, ...quote } = quoteOf(command, await shells.commands.readOutput(shell, command));
    addToChat(workbench, quote);
    const composer = workbench.composer.get();
    if (file) composer.attach([file]);
    if (isQuestion) composer.insert(t('Why did this command fail, and how can I fix it?'), null);
  } catch (error) {
    shells.failure = errorText(error);
  }
}
