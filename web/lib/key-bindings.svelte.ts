// The keys as this person has them: the table, and what was changed in this browser. Nothing else decides which
// key does what.
import { asRecord, isText, Persisted } from './persisted.ts';
import { actionOf, DEFAULT_BINDINGS, isMac, keyLabel, type ActionId, type Bindings } from './keys.ts';

const stored = new Persisted<Bindings>({
  area: 'browser',
  key: 'pi-panel.keys',
  parse: (value) => asRecord(value, isText),
});

export class KeyBindings {
  #changed = $state.raw(stored.get());
  readonly #all = $derived<Bindings>({ ...DEFAULT_BINDINGS, ...this.#changed });

  /** Empty: this action has no key. */
  keysOf(id: ActionId): string {
    return this.#all[id] ?? '';
  }

  /** As it stands in a tooltip. */
  label(id: ActionId): string {
    return keyLabel(this.keysOf(id), isMac);
  }

  actionOf(event: KeyboardEvent): ActionId | null {
    return actionOf(event, this.#all, isMac);
  }

  isChanged(id: ActionId): boolean {
    return Object.hasOwn(this.#changed, id);
  }

  get hasChanges(): boolean {
    return Object.keys(this.#changed).length > 0;
  }

  /** The other action that has these keys now. */
  holderOf(keys: string, id: ActionId): ActionId | null {
    const found = Object.entries(this.#all).find(([other, own]) => keys && own === keys && other !== id);
    return found ? (found[0] as ActionId) : null;
  }

  /** Empty keys take the action's key away. Whoever had these keys has none from then on. */
  bind(id: ActionId, keys: string): void {
    const holder = this.holderOf(keys, id);
    this.#store({ ...this.#changed, ...(holder && { [holder]: '' }), [id]: keys });
  }

  reset(id: ActionId): void {
    const keys = DEFAULT_BINDINGS[id] ?? '';
    const holder = this.holderOf(keys, id);
    const { [id]: _own, ...rest } = this.#changed;
    this.#store({ ...rest, ...(holder && { [holder]: '' }) });
  }

  resetAll(): void {
    this.#store({});
  }

  #store(changed: Bindings): void {
    this.#changed = changed;
    stored.set(this.hasChanges ? changed : null);
  }
}

/** Those of this page. */
export const bindings = new KeyBindings();
