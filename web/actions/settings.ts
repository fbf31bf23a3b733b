// The actions for those of pi's settings that RPC commands can change, and for tools and resources.
import { t, type Text } from '../language/text.ts';
import type { Entry } from './action.ts';
import type { PiSettingId } from './steps/pi-settings.ts';

export const SETTING_ACTIONS = {
  set_auto_compaction: settingEntry('set_auto_compaction', 'Auto-compaction: on or off'),
  set_auto_retry: settingEntry('set_auto_retry', 'Auto-retry: on or off'),
  set_steering_mode: settingEntry('set_steering_mode', 'Steering mode: one at a time or all at once'),
  set_follow_up_mode: settingEntry('set_follow_up_mode', 'Follow-up mode: one at a time or all at once'),
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
    run: async (context) => (await import('./steps/companion-steps.ts')).reload(context),
  },
} as const satisfies Record<string, Entry>;

function settingEntry(id: PiSettingId, label: Text): Entry {
  return {
    label,
    group: 'pi',
    run: async (context) => (await import('./steps/setting-steps.ts')).pickSetting(context, id),
  };
}
