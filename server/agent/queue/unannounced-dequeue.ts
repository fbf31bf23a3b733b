// What pi may have taken from its queue without a word so far: it takes first and says so later (0.73.1 to 1.5.2).
// Messages are known by when they were listed, counted since the beginning.

export class UnannouncedDequeue {
  /** The first turn of a run takes from the queue after its beginning, every other one before. */
  #isFirstTurn = false;
  #upTo = -1;

  /** `listedAt`: when the message was listed. */
  mayInclude(listedAt: number): boolean {
    return listedAt <= this.#upTo;
  }

  runStarted(): void {
    this.#isFirstTurn = true;
    this.#upTo = Infinity;
  }

  /** `listed`: how many were listed so far. What comes later is for the next turn. */
  turnStarted(listed: number): void {
    if (!this.#isFirstTurn) this.#upTo = Math.min(this.#upTo, listed);
  }

  turnEnded(): void {
    this.#isFirstTurn = false;
    this.#upTo = Infinity;
  }

  /** The model is being asked, the run is over, or pi is gone: what was taken has been said by now. */
  isTold(): void {
    this.#upTo = -1;
  }
}
