// Switches that pi keeps in the user's settings.json, in every version.
import type { QueueMode } from '../../shared/pi/commands.ts';
import { IN_SETTINGS } from '../ui/picker-item.ts';
import { ask, type Act } from './page.ts';

const MODES: Record<QueueMode, string> = {
  all: 'All that is queued at once',
  'one-at-a-time': 'One at a time',
};

function pickMode(type: 'set_steering_mode' | 'set_follow_up_mode', title: string): Act {
  return (page) => {
    const current = type === 'set_steering_mode' ? page.view.steeringMode : page.view.followUpMode;
    return {
      kind: 'pick',
      title,
      note: IN_SETTINGS,
      items: (Object.keys(MODES) as QueueMode[]).map((mode) => ({
        id: mode,
        label: MODES[mode],
        detail: mode,
        isCurrent: mode === current,
        act: async () => {
          await ask(page, { type, mode });
          return null;
        },
      })),
    };
  };
}

function pickSwitch(type: 'set_auto_compaction' | 'set_auto_retry', title: string): Act {
  return (page) => ({
    kind: 'pick',
    title,
    note: IN_SETTINGS,
    items: [true, false].map((enabled) => ({
      id: enabled ? 'on' : 'off',
      label: enabled ? 'On' : 'Off',
      isCurrent:
        (type === 'set_auto_compaction' ? page.view.autoCompaction : page.view.autoRetry) === enabled,
      act: async () => {
        await ask(page, { type, enabled });
        page.say('info', `${title}: ${enabled ? 'on' : 'off'}`);
        return null;
      },
    })),
  });
}

export const pickSteeringMode = pickMode('set_steering_mode', 'How steering messages are delivered');
export const pickFollowUpMode = pickMode('set_follow_up_mode', 'How follow-ups are delivered');
export const pickAutoCompaction = pickSwitch(
  'set_auto_compaction',
  'Compact by itself when the context is full',
);
export const pickAutoRetry = pickSwitch('set_auto_retry', 'Try again by itself after a provider failed');
