// The settings of the page that all workspaces share, stored in the browser.
import { asObject, Persisted } from '../../lib/storage/persisted.ts';

export type Theme = 'system' | 'light' | 'dark';

interface Settings {
  theme: Theme;
  opensTerminal: boolean;
  /** Null until the user has chosen. */
  enterSends: boolean | null;
}

const stored = new Persisted<Settings>({
  area: 'browser',
  key: 'pi-panel.workbench',
  parse: (value) => {
    const { theme, opensTerminal, enterSends } = asObject(value);
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : 'system',
      opensTerminal: opensTerminal === true,
      enterSends: typeof enterSends === 'boolean' ? enterSends : null,
    };
  },
});

export class PageSettings {
  #settings = $state.raw(stored.get());

  get theme(): Theme {
    return this.#settings.theme;
  }

  /** Whether the terminal opens automatically as soon as it has something to show. */
  get opensTerminal(): boolean {
    return this.#settings.opensTerminal;
  }

  /** Whether Enter sends the message. If not, Enter begins a new line, and the button sends. */
  get enterSends(): boolean {
    // The keyboards of phones have no Shift+Enter.
    return this.#settings.enterSends ?? !matchMedia('(pointer: coarse)').matches;
  }

  change(changed: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...changed };
    stored.set(this.#settings);
  }
}
