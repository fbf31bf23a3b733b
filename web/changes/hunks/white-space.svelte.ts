// Whether the review ignores differences in white space. Remembered in the browser.
import { Persisted } from '../../lib/storage/persisted.ts';

const stored = new Persisted<boolean>({
  area: 'browser',
  key: 'pi-panel.ignore-white-space',
  parse: (value) => value === true,
});

class WhiteSpace {
  #isIgnored = $state(stored.get());

  get isIgnored(): boolean {
    return this.#isIgnored;
  }

  toggle(): void {
    this.#isIgnored = !this.#isIgnored;
    stored.set(this.#isIgnored);
  }
}

export const whiteSpace = new WhiteSpace();
