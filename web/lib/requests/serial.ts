// Runs tasks one after the other, in the order of the calls. A task that fails does not stop the next one.
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const current = this.#last.then(task);
    this.#last = current.catch(() => undefined);
    return current;
  }
}
