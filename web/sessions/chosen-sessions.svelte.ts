// The sessions that the user has chosen in the list to act on several at once.

export class ChosenSessions {
  /** Null while the user is not choosing any. */
  ids = $state.raw<ReadonlySet<string> | null>(null);
  /** The session from which a click with Shift chooses everything. */
  #from: string | null = null;

  get isOn(): boolean {
    return this.ids !== null;
  }

  begin(id: string): void {
    this.ids = new Set([id]);
    this.#from = id;
  }

  toggle(id: string): void {
    const next = new Set(this.ids);
    if (!next.delete(id)) next.add(id);
    this.ids = next;
    this.#from = id;
  }

  /** Chooses all sessions up to this one. `shown`: the ids of the list, in order. */
  extendTo(id: string, shown: readonly string[]): void {
    const ends = [shown.indexOf(this.#from ?? id), shown.indexOf(id)].sort((a, b) => a - b);
    if (ends[0] === -1) return this.toggle(id);
    this.ids = new Set([...(this.ids ?? []), ...shown.slice(ends[0], ends[1]! + 1)]);
  }

  end(): void {
    this.ids = null;
    this.#from = null;
  }
}
