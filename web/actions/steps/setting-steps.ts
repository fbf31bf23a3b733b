// Changes one of pi's settings: lists its values, of which the user chooses one.
import { t } from '../../language/text.ts';
import { send, type ActionContext } from '../action.ts';
import { IN_SETTINGS } from '../setting-note.ts';
import { PI_SETTINGS, type PiSetting, type PiSettingId } from './pi-settings.ts';
import type { Outcome } from './step.ts';

export function pickSetting(context: ActionContext, id: PiSettingId): Outcome {
  const { label, choices, read }: PiSetting = PI_SETTINGS[id];
  return {
    kind: 'pick',
    title: t(label),
    note: t(IN_SETTINGS),
    items: choices.map((choice) => ({
      id: String(choice.value),
      label: t(choice.label),
      isCurrent: choice.value === read(context.view),
      act: async () => {
        await send(context, choice.command);
        context.notify('info', `${t(label)}: ${t(choice.label).toLowerCase()}`);
        return null;
      },
    })),
  };
}
