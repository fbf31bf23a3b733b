// The settings of the page that all workspaces share, stored in the browser.
import { asObject, Persisted } from '../../lib/storage/persisted.ts';

export type Theme = 'system' | 'light' | 'dark';

/** What is announced to a screen reader besides failures and questions. `brief`: only that there is an answer. */
export type Speech = 'tools' | 'answers' | 'brief';

interface Settings {
  theme: Theme;
  opensTerminal: boolean;
  /** Null until the user has chosen. */
  enterSends: boolean | null;
  speech: Speech;
}

const stored = new Persisted<Settings>({
  area: 'browser',
  key: 'pi-panel.workbench',
  parse: (value) => {
    const { theme, opensTerminal, enterSends, speech } = asObject(value);
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : 'system',
      opensTerminal: opensTerminal === true,
      enterSends: typeof enterSends === 'boolean' ? enterSends : null,
      speech: speech === 'tools' || speech === 'brief' ? speech : 'answers',
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

  get speech(): Speech {
    return this.#settings.speech;
  }

  change(changed: Partial<Settings>): void {
    // Another tab may have changed the other ones.
    this.#settings = { ...stored.get(), ...changed };
    stored.set(this.#settings);
  }
}
