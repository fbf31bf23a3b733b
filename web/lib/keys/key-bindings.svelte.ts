// The keys of each action: the defaults from the table of actions, and the user's changes, stored in this browser.
import { asRecord, isText, Persisted } from '../storage/persisted.ts';
import { findAction, isMac, keyLabel, keyProblem, type Bindings } from './keys.ts';
import { isCommonKey } from './terminal-keys.ts';

const stored = new Persisted<Bindings>({
  area: 'browser',
  key: 'pi-panel.keys',
  parse: (value) => asRecord(value, isText),
});

export class KeyBindings {
  readonly #defaults: Bindings;
  readonly #requested: () => Bindings;
  #changed = $state.raw<Bindings>({});
  /** `#changed` may also contain shortcuts of extensions that are not loaded at the moment. */
  readonly #all = $derived.by<Bindings>(() => this.#merge());

  /** `requested` returns keys that an action gets only if neither another action nor the browser uses them. */
  constructor(defaults: Bindings, requested: () => Bindings = () => ({})) {
    this.#defaults = defaults;
    this.#requested = requested;
    this.#changed = stored.get();
  }

  /** Returns an empty string if the action has no keys. */
  keysOf(id: string): string {
    return this.#all[id] ?? '';
  }

  /** Returns the action's keys as a tooltip shows them. */
  label(id: string): string {
    return keyLabel(this.keysOf(id), isMac);
  }

  /** Returns the id of the action with these keys, or null. */
  findAction(keys: string | null): string | null {
    return findAction(keys, this.#all);
  }

  isChanged(id: string): boolean {
    return Object.hasOwn(this.#changed, id);
  }

  get hasChanges(): boolean {
    return Object.keys(this.#changed).length > 0;
  }

  /** Returns what already uses the keys that this action requested. Null if the action has these or other keys. */
  holderOfRequested(id: string): { action: string } | 'browser' | null {
    const keys = this.#requested()[id];
    if (!keys || this.isChanged(id) || this.#all[id]) return null;
    const action = this.holderOf(keys, id);
    return action ? { action } : 'browser';
  }

  /** Returns the action other than `id` that has one of these keys now. */
  holderOf(keys: string, id: string): string | null {
    const others = Object.entries(this.#all).filter(([other]) => other !== id);
    const list = split(keys);
    return others.find(([, own]) => split(own).some((key) => list.includes(key)))?.[0] ?? null;
  }

  /** Gives the action these keys, or none if `keys` is empty. Other actions lose the keys that they share with it. */
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

  #merge(): Bindings {
    const requested = this.#requested();
    const isKnown = (id: string): boolean =>
      Object.hasOwn(this.#defaults, id) || Object.hasOwn(requested, id);
    const changed = Object.entries(this.#changed).filter(([id]) => isKnown(id));
    const all: Record<string, string> = { ...this.#defaults, ...Object.fromEntries(changed) };
    // If two actions request the same key, the later one gets it, as in pi.
    for (const [id, keys] of Object.entries(requested).toReversed()) {
      const isFree = keys !== '' && !keyProblem(keys) && !isCommonKey(keys) && findAction(keys, all) === null;
      all[id] ??= isFree ? keys : '';
    }
    return all;
  }

  /** Returns the remaining keys of the actions that lose some because `id` gets `keys`. */
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
