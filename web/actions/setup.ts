// Actions that open a page of the settings. Their slash commands have the same names as in pi's TUI.
import type { ActionContext, Entry } from './action.ts';
import type { Outcome } from './steps/step.ts';

export const SETUP_ACTIONS = {
  providers: {
    label: 'Providers: sign in, add a key',
    group: 'page',
    slash: { name: 'login', description: 'Sign in to a provider' },
    run: openPage('providers'),
  },
  signOut: {
    label: 'Providers: sign out',
    group: 'page',
    slash: { name: 'logout', description: 'Sign out of a provider' },
    run: openPage('providers'),
  },
  models: {
    label: 'Models: all, favorites, custom providers',
    group: 'page',
    run: openPage('models'),
  },
  packages: {
    label: 'Packages: install, update, remove',
    group: 'page',
    run: openPage('packages'),
  },
  skills: {
    label: 'Skills and prompts: open, create, switch',
    group: 'page',
    run: openPage('skills'),
  },
  mcp: {
    label: 'MCP servers: state, tools, sign in',
    group: 'page',
    run: openPage('mcp'),
  },
  trust: {
    label: 'Project trust',
    group: 'page',
    slash: { name: 'trust', description: 'Decide whether pi loads this project’s resources' },
    run: openPage('packages'),
  },
  piSettings: {
    label: 'Settings of pi: all, for every project or for this one',
    group: 'page',
    run: openPage('pi'),
  },
  panelSettings: {
    label: 'Settings of the panel: appearance, notifications, access',
    group: 'page',
    run: openPage('panel'),
  },
} as const satisfies Record<string, Entry>;

function openPage(page: string): (context: ActionContext) => Outcome {
  return ({ workbench }) =>
    () =>
      workbench.openSettings(page);
}
