// Whether long lines of output wrap: one setting for all screens, stored in the browser.
import { PersistedText } from '../../lib/storage/persisted.ts';

const stored = new PersistedText('browser', 'pi-panel.terminal.wrap');

class Wrapping {
  isOn = $state(stored.get() !== 'off');

  toggle(): void {
    this.isOn = !this.isOn;
    stored.set(this.isOn ? 'on' : 'off');
  }
}

export const wrapping = new Wrapping();
