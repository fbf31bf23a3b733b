// The settings of the page that all workspaces share, stored in the browser.
import { asObject, Persisted } from '../../lib/storage/persisted.ts';

export type Theme = 'system' | 'light' | 'dark';

interface StoredSettings {
  theme: Theme;
  opensTerminal: boolean;
  /** Null until the user has chosen. */
  enterSends: boolean | null;
}

export const storedSettings = new Persisted<StoredSettings>({
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
