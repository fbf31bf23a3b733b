// The position of each message in the session, which a screen reader reads with its author.
import { getContext, setContext } from 'svelte';
import type { Entry } from '../../../shared/view/conversation.ts';

/** The attributes of an article. Empty while older messages are not loaded, because nobody knows how many there are. */
export interface Position {
  'aria-posinset'?: number;
  'aria-setsize'?: number;
}

const CONTEXT = Symbol('positions');

export class Positions {
  readonly #known: () => { entries: readonly Entry[]; isWhole: boolean; liveKey: string | null };
  readonly #order = $derived.by(() => {
    const { entries, isWhole, liveKey } = this.#known();
    const keys = isWhole ? [...entries.map(({ key }) => key), ...(liveKey === null ? [] : [liveKey])] : [];
    return new Map(keys.map((key, at) => [key, at + 1]));
  });

  constructor(known: () => { entries: readonly Entry[]; isWhole: boolean; liveKey: string | null }) {
    this.#known = known;
  }

  of(key: string | undefined): Position {
    const at = key === undefined ? undefined : this.#order.get(key);
    return at === undefined ? {} : { 'aria-posinset': at, 'aria-setsize': this.#order.size };
  }
}

export const setPositions = (positions: Positions): void => void setContext(CONTEXT, positions);
/** The stored conversation of another session has no positions. */
export const getPositions = (): Positions | undefined => getContext<Positions | undefined>(CONTEXT);
