// How much larger the text of shells is than other code on the page. The browser remembers it.
import { Persisted } from '../lib/storage/persisted.ts';

/** In px. */
const [LEAST, MOST] = [-4, 12];

const stored = new Persisted<number>({
  area: 'browser',
  key: 'pi-panel.shell-text',
  parse: (value) => (Number.isInteger(value) ? Math.min(MOST, Math.max(LEAST, value as number)) : 0),
});

class TextSize {
  added = $state(stored.get());

  change(by: 1 | -1): void {
    stored.set(this.added + by);
    this.added = stored.get();
  }
}

export const textSize = new TextSize();
