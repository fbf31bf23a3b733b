// The palette step that chooses the colors of the page: the panel's own, or those of one of pi's themes.
import { t } from '../../language/text.ts';
import { pageTheme } from '../../lib/theme/theme-tokens.ts';
import { listThemes } from '../../state/agent/pi-themes.ts';
import type { Theme } from '../../state/preferences/page-settings.svelte.ts';
import type { ActionContext } from '../action.ts';
import type { Item, PickStep } from './step.ts';

export async function pickTheme({ agent, view, workbench }: ActionContext): Promise<PickStep> {
  const { appearance, settings } = workbench;
  const own: readonly (readonly [Theme, string])[] = [
    ['system', t('System')],
    ['light', t('Light')],
    ['dark', t('Dark')],
  ];
  // pi lists its themes through the panel's extension.
  const themes = view.companionProblem === null ? await listThemes(agent) : [];
  return {
    kind: 'pick',
    title: t('Theme'),
    items: [
      ...own.map(([theme, label]): Item => ({
        id: `theme:${theme}`,
        label,
        isCurrent: appearance.piTheme === null && settings.now.theme === theme,
        act: () => {
          settings.change({ theme });
          appearance.show(null);
          return null;
        },
      })),
      ...themes.map((theme): Item => ({
        id: `pi-theme:${theme.name}`,
        label: `pi: ${theme.name}`,
        isCurrent: appearance.piTheme?.name === theme.name,
        act: () => {
          appearance.show(pageTheme(theme));
          return null;
        },
      })),
    ],
  };
}
