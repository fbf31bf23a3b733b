// Which key runs which action: the defaults of the table of actions, and what the user changed in this browser.
import { asRecord, isText, Persisted } from './persisted.ts';
import { findAction, isMac, keyLabel, type Bindings } from './keys.ts';

const stored = new Persisted<Bindings>({
  area: 'browser',
  key: 'pi-panel.keys',
  parse: (value) => asRecord(value, isText),
});

export class KeyBindings {
  readonly #defaults: Bindings;
  #changed = $state.raw<Bindings>({});
  readonly #all = $derived.by<Bindings>(() => ({ ...this.#defaults, ...this.#changed }));

  /** `renamed`: ids that earlier versions stored, and what the actions are called now. */
  constructor(defaults: Bindings, renamed: Readonly<Record<string, string>> = {}) {
    this.#defaults = defaults;
    const changed = Object.entries(stored.get());
    this.#changed = Object.fromEntries(changed.map(([id, keys]) => [renamed[id] ?? id, keys]));
  }

  /** Empty: this action has no key. */
  keysOf(id: string): string {
    return this.#all[id] ?? '';
  }

  /** As a tooltip shows it. */
  label(id: string): string {
    return keyLabel(this.keysOf(id), isMac);
  }

  findAction(event: KeyboardEvent): string | null {
    return findAction(event, this.#all, isMac);
  }

  isChanged(id: string): boolean {
    return Object.hasOwn(this.#changed, id);
  }

  get hasChanges(): boolean {
    return Object.keys(this.#changed).length > 0;
  }

  /** The other action that has these keys now. */
  holderOf(keys: string, id: string): string | null {
    const found = Object.entries(this.#all).find(([other, own]) => keys && own === keys && other !== id);
    return found?.[0] ?? null;
  }

  /** Empty keys remove the action's key. The action that had these keys loses them. */
  bind(id: string, keys: string): void {
    const holder = this.holderOf(keys, id);
    this.#store({ ...this.#changed, ...(holder && { [holder]: '' }), [id]: keys });
  }

  reset(id: string): void {
    const holder = this.holderOf(this.#defaults[id] ?? '', id);
    const { [id]: _own, ...rest } = this.#changed;
    this.#store({ ...rest, ...(holder && { [holder]: '' }) });
  }

  resetAll(): void {
    this.#store({});
  }

  #store(changed: Bindings): void {
    this.#changed = changed;
    stored.set(Object.keys(changed).length > 0 ? changed : null);
  }
}
