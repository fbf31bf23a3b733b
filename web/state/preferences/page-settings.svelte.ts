// The settings of the page that all workspaces share.
import { StoredChoices } from '../../lib/storage/stored-choices.svelte.ts';

export type Theme = 'system' | 'light' | 'dark';

/** What is announced to a screen reader besides failures and questions. `brief`: only that there is an answer. */
export type Speech = 'tools' | 'answers' | 'brief';

interface Settings {
  theme: Theme;
  /** Whether the terminal opens automatically as soon as it has something to show. */
  opensTerminal: boolean;
  /** Null until the user has chosen. */
  enterSends: boolean | null;
  speech: Speech;
}

export class PageSettings extends StoredChoices<Settings> {
  constructor() {
    super('pi-panel.workbench', ({ theme, opensTerminal, enterSends, speech }) => ({
      theme: theme === 'light' || theme === 'dark' ? theme : 'system',
      opensTerminal: opensTerminal === true,
      enterSends: typeof enterSends === 'boolean' ? enterSends : null,
      speech: speech === 'tools' || speech === 'brief' ? speech : 'answers',
    }));
  }

  /** Whether Enter sends the message. If not, Enter begins a new line, and the button sends. */
  get enterSends(): boolean {
    // The keyboards of phones have no Shift+Enter.
    return this.now.enterSends ?? !matchMedia('(pointer: coarse)').matches;
  }
}
