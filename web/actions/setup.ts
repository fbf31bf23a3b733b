// Actions that open a page of the settings, under the names that pi's TUI has for them.
import type { ActionContext, Entry } from './action.ts';
import type { Outcome } from './step.ts';

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
    label: 'Models: all, favourites, a provider of your own',
    group: 'page',
    run: openPage('models'),
  },
} as const satisfies Record<string, Entry>;

function openPage(page: string): (context: ActionContext) => Outcome {
  return ({ workbench }) =>
    () =>
      workbench.openSettings(page);
}
