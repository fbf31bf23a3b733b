// The user's favorite models, stored by this browser. They come first in the list, and "Next model" cycles through
// them.
import { asArray, isText, Persisted } from '../lib/storage/persisted.ts';

const stored = new Persisted<readonly string[]>({
  area: 'browser',
  key: 'pi-panel.favourite-models',
  parse: (value) => asArray(value, isText),
});

class FavoriteModels {
  /** The ids in the form `PROVIDER/ID`, in the order in which the user marked them. */
  ids = $state.raw(stored.get());

  has(id: string): boolean {
    return this.ids.includes(id);
  }

  toggle(id: string): void {
    // Another tab may have changed the favorites.
    const known = stored.get();
    this.ids = known.includes(id) ? known.filter((other) => other !== id) : [...known, id];
    stored.set(this.ids);
  }
}

export const favoriteModels = new FavoriteModels();
