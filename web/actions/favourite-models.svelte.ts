// The models that the user marked as favourites, in this browser. They lead the list, and "Next model" goes through
// them.
import { asArray, isText, Persisted } from '../lib/storage/persisted.ts';

const stored = new Persisted<readonly string[]>({
  area: 'browser',
  key: 'pi-panel.favourite-models',
  parse: (value) => asArray(value, isText),
});

class FavouriteModels {
  /** `PROVIDER/ID`, in the order in which they were marked. */
  ids = $state.raw(stored.get());

  has(id: string): boolean {
    return this.ids.includes(id);
  }

  toggle(id: string): void {
    // Another tab may have changed them.
    const known = stored.get();
    this.ids = known.includes(id) ? known.filter((other) => other !== id) : [...known, id];
    stored.set(this.ids);
  }
}

export const favouriteModels = new FavouriteModels();
