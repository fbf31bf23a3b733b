// The table of pi's settings that RPC commands can change, read by the palette, the settings and the queue, and actions
// for tools and resources. The names are pi's.
import { t, type Text } from '../language/text.ts';
import type { PageCommand } from '../../shared/wire.ts';
import type { QueueMode } from '../../shared/pi/commands.ts';
import type { View } from '../../shared/view/view.ts';
import { send, type ActionContext, type Entry } from './action.ts';
import type { Outcome } from './steps/step.ts';

export const IN_SETTINGS: Text = 'pi writes this into your settings.json.';

interface Choice {
  /** The value in commands and in the view. */
  value: QueueMode | boolean;
  label: Text;
  command: Extract<PageCommand, { type: PiSettingId }>;
}

interface PiSetting {
  label: Text;
  /** The label of its action in the palette. */
  action: Text;
  /** The effect of the setting. */
  hint: Text;
  choices: readonly Choice[];
  read: (view: View) => Choice['value'] | null;
}

export const PI_SETTINGS = {
  set_auto_compaction: {
    label: 'Auto-compaction',
    action: 'Auto-compaction: on or off',
    hint: 'Summarizes the conversation before it no longer fits into the model',
    choices: switchChoices('set_auto_compaction'),
    read: ({ autoCompaction }) => autoCompaction,
  },
  set_auto_retry: {
    label: 'Auto-retry',
    action: 'Auto-retry: on or off',
    hint: 'Retries when a provider is busy or the connection fails',
    choices: switchChoices('set_auto_retry'),
    read: ({ autoRetry }) => autoRetry,
  },
  set_steering_mode: {
    label: 'Steering mode',
    action: 'Steering mode: one at a time or all at once',
    hint: 'How many steering messages the model gets at its next step',
    choices: modeChoices('set_steering_mode'),
    read: ({ steeringMode }) => steeringMode,
  },
  set_follow_up_mode: {
    label: 'Follow-up mode',
    action: 'Follow-up mode: one at a time or all at once',
    hint: 'How many follow-ups the model gets when it is done',
    choices: modeChoices('set_follow_up_mode'),
    read: ({ followUpMode }) => followUpMode,
  },
} as const satisfies Record<string, PiSetting>;

export type PiSettingId = keyof typeof PI_SETTINGS;

export const SETTING_ACTIONS = {
  set_auto_compaction: settingEntry('set_auto_compaction'),
  set_auto_retry: settingEntry('set_auto_retry'),
  set_steering_mode: settingEntry('set_steering_mode'),
  set_follow_up_mode: settingEntry('set_follow_up_mode'),
  panel_use_tools: {
    label: 'Choose the model’s tools',
    group: 'panel',
    run: async (context) => (await import('./steps/companion-steps.ts')).chooseTools(context),
  },
  panel_loaded: {
    label: 'What is loaded: extensions, skills, prompts, tools, flags',
    group: 'panel',
    run: async (context) => (await import('./steps/loaded-steps.ts')).showLoaded(context),
  },
  panel_reload: {
    label: 'Reload extensions, skills, prompts and settings',
    group: 'panel',
    slash: { name: 'reload', description: 'Reload extensions, skills, prompts and settings' },
    unavailable: ({ run, compaction }) => (run || compaction ? t('The agent is busy: stop it first.') : null),
    instead: ({ companionProblem }) => (companionProblem === null ? null : 'restartAgent'),
    async run(context) {
      await send(context, { type: 'panel_reload' });
      context.notify('info', t('Extensions, skills, prompt templates and settings were reloaded.'));
      return null;
    },
  },
} as const satisfies Record<string, Entry>;

function settingEntry(id: PiSettingId): Entry {
  const { label, action, choices, read }: PiSetting = PI_SETTINGS[id];
  const choose = async (context: ActionContext, choice: Choice): Promise<Outcome> => {
    await send(context, choice.command);
    context.notify('info', `${t(label)}: ${t(choice.label).toLowerCase()}`);
    return null;
  };
  return {
    label: action,
    group: 'pi',
    run: (context) => ({
      kind: 'pick',
      title: t(label),
      note: t(IN_SETTINGS),
      items: choices.map((choice) => ({
        id: String(choice.value),
        label: t(choice.label),
        isCurrent: choice.value === read(context.view),
        act: () => choose(context, choice),
      })),
    }),
  };
}

function modeChoices(type: 'set_steering_mode' | 'set_follow_up_mode'): Choice[] {
  const modes = { 'one-at-a-time': 'One at a time', all: 'All at once' } as const;
  return (Object.keys(modes) as QueueMode[]).map((mode) => ({
    value: mode,
    label: modes[mode],
    command: { type, mode },
  }));
}

function switchChoices(type: 'set_auto_compaction' | 'set_auto_retry'): Choice[] {
  return [true, false].map((enabled) => ({
    value: enabled,
    label: enabled ? 'On' : 'Off',
    command: { type, enabled },
  }));
}
