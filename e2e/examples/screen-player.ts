// The scripted user of the screens that examples draw: types the keys of the trial, one at a time, and then closes them.
import { takesKeys } from '../../shared/view/screens.ts';
import type { Lab } from '../contract/lab.ts';

/** How often the screen is checked between two keys. */
const LOOKS_BETWEEN = 8;

export class ScreenPlayer {
  /** Everything that the screens have shown. */
  readonly texts = new Set<string>();
  readonly #lab: Lab;
  readonly #keys: readonly string[];
  readonly #open = new Map<string, { keys: string[]; looks: number }>();

  constructor(lab: Lab, keys: readonly string[]) {
    this.#lab = lab;
    this.#keys = keys;
  }

  play(): void {
    for (const { id, lines } of this.#lab.view.drawn.filter(takesKeys)) {
      if (lines.length > 0) this.texts.add(lines.join('\n'));
      const open = this.#open.get(id) ?? { keys: [...this.#keys], looks: 0 };
      this.#open.set(id, open);
      if (lines.length === 0 || ++open.looks % LOOKS_BETWEEN !== 0) continue;
      const data = open.keys.shift();
      // Refused if the screen has just closed; the points show whether that mattered.
      void this.#lab.postToAgent(`screens/${id}/${data ? 'keys' : 'close'}`, data ? { data } : {});
    }
  }
}
