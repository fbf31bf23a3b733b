// Finds the listed messages that pi may have taken from its queue without announcing it, because pi updates its list
// only later (in pi 0.73.1 to 1.5.2). A message is identified by its position among all messages that pi has ever
// listed.

export class UnannouncedDequeue {
  /**
   * Whether this is the first turn of a run. The first turn takes messages from the queue after `turn_start`, and every
   * other turn before it.
   */
  #isFirstTurn = false;
  #upTo = -1;

  mayInclude(listedAt: number): boolean {
    return listedAt <= this.#upTo;
  }

  onRunStart(): void {
    this.#isFirstTurn = true;
    this.#upTo = Infinity;
  }

  /** `listedCount`: how many messages pi has listed so far. Later ones wait for the next turn. */
  onTurnStart(listedCount: number): void {
    if (!this.#isFirstTurn) this.#upTo = Math.min(this.#upTo, listedCount);
  }

  onTurnEnd(): void {
    this.#isFirstTurn = false;
    this.#upTo = Infinity;
  }

  /**
   * Call this when pi asks the model, the run is over, or pi is gone, because pi has then announced everything that it
   * took.
   */
  onDeliveriesDone(): void {
    this.#upTo = -1;
  }
}
