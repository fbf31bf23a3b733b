// The key of each action: the defaults of the table of actions, and what the user changed in this browser.
import { asRecord, isText, Persisted } from '../storage/persisted.ts';
import { findAction, isMac, keyLabel, keyLack, type Bindings } from './keys.ts';
import { isCommonKey } from './terminal-keys.ts';

const stored = new Persisted<Bindings>({
  area: 'browser',
  key: 'pi-panel.keys',
  parse: (value) => asRecord(value, isText),
});

export class KeyBindings {
  readonly #defaults: Bindings;
  readonly #wanted: () => Bindings;
  #changed = $state.raw<Bindings>({});
  /** Ids of extensions that are not loaded now may be among the changed ones. */
  readonly #all = $derived.by<Bindings>(() => this.#withWanted());

  /** `wanted`: actions that get their key only where neither another action nor the browser has it. */
  constructor(defaults: Bindings, wanted: () => Bindings = () => ({})) {
    this.#defaults = defaults;
    this.#wanted = wanted;
    this.#changed = stored.get();
  }

  /** Empty: this action has no key. */
  keysOf(id: string): string {
    return this.#all[id] ?? '';
  }

  /** As a tooltip shows it. */
  label(id: string): string {
    return keyLabel(this.keysOf(id), isMac);
  }

  /** Id of the action that has these keys, if any. */
  findAction(keys: string | null): string | null {
    return findAction(keys, this.#all);
  }

  isChanged(id: string): boolean {
    return Object.hasOwn(this.#changed, id);
  }

  get hasChanges(): boolean {
    return Object.keys(this.#changed).length > 0;
  }

  /** What has the key that this action wanted: another action, or the browser. Null: it has its key, or another one. */
  holderOfWanted(id: string): { action: string } | 'browser' | null {
    const keys = this.#wanted()[id];
    if (!keys || this.isChanged(id) || this.#all[id]) return null;
    const action = this.holderOf(keys, id);
    return action ? { action } : 'browser';
  }

  /** The other action that has one of these keys now. */
  holderOf(keys: string, id: string): string | null {
    const others = Object.entries(this.#all).filter(([other]) => other !== id);
    const wanted = split(keys);
    return others.find(([, own]) => split(own).some((key) => wanted.includes(key)))?.[0] ?? null;
  }

  /** Empty keys remove the action's keys. The actions that had one of these keys lose it. */
  bind(id: string, keys: string): void {
    this.#store({ ...this.#changed, ...this.#without(keys, id), [id]: keys });
  }

  reset(id: string): void {
    const { [id]: _own, ...rest } = this.#changed;
    this.#store({ ...rest, ...this.#without(this.#defaults[id] ?? '', id) });
  }

  resetAll(): void {
    this.#store({});
  }

  #withWanted(): Bindings {
    const wanted = this.#wanted();
    const isKnown = (id: string): boolean => Object.hasOwn(this.#defaults, id) || Object.hasOwn(wanted, id);
    const changed = Object.entries(this.#changed).filter(([id]) => isKnown(id));
    const all: Record<string, string> = { ...this.#defaults, ...Object.fromEntries(changed) };
    // Of two that want the same key, the later one gets it, as in pi.
    for (const [id, keys] of Object.entries(wanted).toReversed()) {
      const isFree = keys !== '' && !keyLack(keys) && !isCommonKey(keys) && findAction(keys, all) === null;
      all[id] ??= isFree ? keys : '';
    }
    return all;
  }

  /** The keys left to the other actions when `id` takes these. */
  #without(keys: string, id: string): Bindings {
    const taken = split(keys);
    const losing = Object.entries(this.#all).filter(
      ([other, own]) => other !== id && split(own).some((key) => taken.includes(key)),
    );
    const rest = (own: string): string =>
      split(own)
        .filter((key) => !taken.includes(key))
        .join(' ');
    return Object.fromEntries(losing.map(([other, own]) => [other, rest(own)]));
  }

  #store(changed: Bindings): void {
    this.#changed = changed;
    stored.set(Object.keys(changed).length > 0 ? changed : null);
  }
}

const split = (keys: string): string[] => keys.split(' ').filter(Boolean);
