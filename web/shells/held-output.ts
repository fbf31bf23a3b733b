// What a terminal that is not shown has to draw later. Drawing the output of ten hidden shells would keep the page busy.
import type { ShellOutput, ShellScreen } from '../../shared/shells.ts';

/** Characters that are held: 1 MiB of bytes. With more, the panel is asked for the screen. */
const MAX_HELD = 1_400_000;

interface Options {
  draw: (screen: ShellScreen) => void;
  write: (output: ShellOutput) => void;
  /** Called when the terminal is shown, and too much was printed in the meantime. A screen must follow. */
  onStale: () => void;
}

export class HeldOutput {
  readonly #options: Options;
  #isShown = false;
  #isStale = false;
  #held: (() => void)[] = [];
  #size = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  onScreen(screen: ShellScreen): void {
    this.#forget();
    this.#isStale = false;
    this.#do(() => this.#options.draw(screen), screen.screen.length);
  }

  onOutput(output: ShellOutput): void {
    if (!this.#isStale) this.#do(() => this.#options.write(output), output.bytes.length);
  }

  show(): void {
    this.#isShown = true;
    if (this.#isStale) return this.#options.onStale();
    const held = this.#held;
    this.#forget();
    for (const act of held) act();
  }

  hide(): void {
    this.#isShown = false;
  }

  #do(act: () => void, size: number): void {
    if (this.#isShown) return act();
    this.#held.push(act);
    this.#size += size;
    if (this.#size <= MAX_HELD) return;
    this.#forget();
    this.#isStale = true;
  }

  #forget(): void {
    this.#held = [];
    this.#size = 0;
  }
}
