// Says which step of a long command runs, and how long each has taken. Plain JavaScript that old Nodes understand.

/** Time between two updates of the seconds on a terminal, in ms. */
const TICK = 1000;

export class Progress {
  #total;
  #prefix;
  #stream;
  #begun = 0;

  /**
   * @param {number} total how many steps there are
   * @param {{ prefix?: string, stream?: NodeJS.WriteStream }} [options]
   */
  constructor(total, { prefix = '', stream = process.stderr } = {}) {
    this.#total = total;
    this.#prefix = prefix;
    this.#stream = stream;
  }

  /**
   * Prints that a step begins. Returns a function that prints its time, after what happened ("failed"), if that is not
   * plain. With `isAlone` nothing else may print before the end: a terminal then shows the seconds as they pass.
   * @param {string} title
   * @param {{ isAlone?: boolean }} [options]
   * @returns {(outcome?: string) => void}
   */
  begin(title, { isAlone = false } = {}) {
    const begin = Date.now();
    const line = `${this.#prefix}${++this.#begun} of ${this.#total}: ${title}`;
    const isTicking = isAlone && this.#stream.isTTY;
    this.#stream.write(`${line} ...${isTicking ? '' : '\n'}`);
    const tick = () => void this.#stream.write(`\r${line} ... ${formatSeconds(begin, 0)}`);
    const timer = isTicking ? setInterval(tick, TICK) : undefined;
    return (outcome) => {
      clearInterval(timer);
      const end = [line, ...(outcome ? [outcome] : []), formatSeconds(begin, 1)].join(', ');
      // The escape sequence deletes what is left of a longer line.
      this.#stream.write(isTicking ? `\r${end}\x1b[K\n` : `${end}\n`);
    };
  }
}

/**
 * @param {number} begin
 * @param {number} digits
 */
function formatSeconds(begin, digits) {
  return `${((Date.now() - begin) / 1000).toFixed(digits)} s`;
}
