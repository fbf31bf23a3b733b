// Switches of the page that say afterwards how they are.
import { t } from '../../language/text.ts';
import { setOpensTerminal } from '../../state/workbench/later-acts.ts';
import type { ActionContext } from '../action.ts';

type Toggled = Pick<ActionContext, 'workbench' | 'notify'>;

export const toggleFollow =
  ({ workbench, notify }: Toggled) =>
  (): void => {
    const { follow } = workbench;
    // The editor is loaded with its first file.
    workbench.hasOpenFiles = true;
    follow.turn(!follow.isOn);
    notify(
      'info',
      follow.isOn ? t('The editor follows the agent.') : t('The editor no longer follows the agent.'),
    );
  };

export const toggleTerminal =
  ({ workbench, notify }: Toggled) =>
  (): void => {
    setOpensTerminal(workbench, !workbench.settings.now.opensTerminal);
    notify(
      'info',
      workbench.settings.now.opensTerminal
        ? t('The terminal now opens automatically when a command starts.')
        : t('The terminal now opens when you ask for it.'),
    );
  };
