// The table of pi's settings that RPC commands can change, read by the palette, the settings and the queue. The names
// are pi's.
import type { Text } from '../../language/text.ts';
import type { PageCommand } from '../../../shared/wire.ts';
import type { QueueMode } from '../../../shared/pi/commands.ts';
import type { View } from '../../../shared/view/view.ts';

export interface Choice {
  /** The value in commands and in the view. */
  value: QueueMode | boolean;
  label: Text;
  command: Extract<PageCommand, { type: PiSettingId }>;
}

export interface PiSetting {
  label: Text;
  /** The effect of the setting. */
  hint: Text;
  choices: readonly Choice[];
  read: (view: View) => Choice['value'] | null;
}

export const PI_SETTINGS = {
  set_auto_compaction: {
    label: 'Auto-compaction',
    hint: 'Summarizes the conversation before it no longer fits into the model',
    choices: switchChoices('set_auto_compaction'),
    read: ({ autoCompaction }) => autoCompaction,
  },
  set_auto_retry: {
    label: 'Auto-retry',
    hint: 'Retries when a provider is busy or the connection fails',
    choices: switchChoices('set_auto_retry'),
    read: ({ autoRetry }) => autoRetry,
  },
  set_steering_mode: {
    label: 'Steering mode',
    hint: 'How many steering messages the model gets at its next step',
    choices: modeChoices('set_steering_mode'),
    read: ({ steeringMode }) => steeringMode,
  },
  set_follow_up_mode: {
    label: 'Follow-up mode',
    hint: 'How many follow-ups the model gets when it is done',
    choices: modeChoices('set_follow_up_mode'),
    read: ({ followUpMode }) => followUpMode,
  },
} as const satisfies Record<string, PiSetting>;

export type PiSettingId = keyof typeof PI_SETTINGS;

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
