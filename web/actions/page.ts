// Actions of the page that do not need pi. Those that show a region are made by table.ts from the regions.
import { askBeforeEndingRun, Refused, type Entry } from './action.ts';

export const PAGE_ACTIONS = {
  toggleRail: {
    label: 'Side bar',
    group: 'page',
    keys: 'Mod+B',
    run:
      ({ layout }) =>
      () =>
        layout.toggleRail(),
  },
  showSettings: {
    label: 'Settings of pi',
    group: 'page',
    slash: { name: 'settings', description: "Change pi's settings" },
    run:
      ({ workbench }) =>
      () =>
        workbench.togglePicker('settings'),
  },
  restartAgent: {
    label: 'Restart the agent',
    group: 'page',
    // pi starts again on the same session, with the extensions, settings and keys that are there now.
    run: (context) =>
      askBeforeEndingRun(context, 'restart', async () => {
        const answer = await context.agent.restart();
        if (!answer.success) throw new Refused(answer.error);
        return null;
      }),
  },
} as const satisfies Record<string, Entry>;
