// Lends pi a terminal for the programs of extensions that stop pi's TUI, such as an editor. pi waits for such a program
// and reads no commands, so the terminal is offered beforehand: when pi has loaded its extensions, and when a program has
// got the one before.
import { Refusal } from '../../../shared/refusal.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { LentTerminal, View } from '../../../shared/view/view.ts';
import type { ExtensionBridge } from './extension-bridge.ts';

/** A terminal without a program. */
export interface OfferedTerminal {
  /** Of its device. */
  path: string;
  /** See `TerminalMark`. */
  key: string;
  /** Of the mounts among which the path is; null where there are no such things. */
  namespace: string | null;
  /** Ends the program that has it, by force if need be. Resolves once it is gone. */
  interrupt: () => Promise<void>;
  /** Takes it away, also from the program that has it. */
  close: () => void;
}

export interface TerminalLender {
  /**
   * Opens a terminal. `pid`: that of pi, below which a program in it must be. `onTaken` is called when a program gets it,
   * `onChange` when that is shown, and with null when it is over. Resolves to null where none can be opened.
   */
  open: (options: {
    workspace: string;
    pid: () => number | undefined;
    onTaken: () => void;
    onChange: (lent: LentTerminal | null) => void;
  }) => Promise<OfferedTerminal | null>;
}

export interface TerminalLendingOptions {
  bridge: Pick<ExtensionBridge, 'ask'>;
  view: () => View;
  pid: () => number | undefined;
  emit: (event: ViewEvent) => void;
  lender: TerminalLender;
  onBug: (error: unknown) => void;
}

export class TerminalLending {
  readonly #options: TerminalLendingOptions;
  #offered: OfferedTerminal | null = null;
  /** The one that a program has. */
  #taken: OfferedTerminal | null = null;
  /** How many pis have ended, so that what was meant for one is not offered to the next. */
  #ends = 0;
  /** Each offer waits for the one before. */
  #last: Promise<void> = Promise.resolve();

  constructor(options: TerminalLendingOptions) {
    this.#options = options;
  }

  /** Offers a terminal. Call this when pi takes requests. */
  offer(): Promise<void> {
    const end = this.#ends;
    return (this.#last = this.#last.catch(() => undefined).then(() => this.#offer(end)));
  }

  /**
   * Ends the program that has the terminal, if there is one. pi may wait for its end and read no commands until then.
   * Resolves once it is gone.
   */
  async interrupt(): Promise<void> {
    await this.#taken?.interrupt();
  }

  /** Takes the terminals away. Call this when pi has ended. */
  close(): void {
    this.#ends += 1;
    const terminals = [this.#offered, this.#taken];
    [this.#offered, this.#taken] = [null, null];
    for (const terminal of terminals) terminal?.close();
  }

  async #offer(end: number): Promise<void> {
    const { bridge, lender, pid, view } = this.#options;
    if (end !== this.#ends) return;
    if (!this.#offered) {
      const { workspace } = view();
      const terminal = await lender.open({
        ...{ workspace, pid },
        onTaken: () => this.#onTaken(end),
        onChange: (lent) => this.#onChange(lent, end),
      });
      if (end !== this.#ends) return terminal?.close();
      this.#offered = terminal;
    }
    if (!this.#offered) return;
    const { path, key, namespace } = this.#offered;
    await bridge.ask({ ask: 'lend_terminal', path, key, namespace }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }

  /** pi reads the next offer before the next command, even if it waits for the program until then. */
  #onTaken(end: number): void {
    if (end !== this.#ends) return;
    [this.#taken, this.#offered] = [this.#offered, null];
    this.offer().catch(this.#options.onBug);
  }

  #onChange(lent: LentTerminal | null, end: number): void {
    const { emit, onBug, view } = this.#options;
    if (end !== this.#ends) return;
    if (lent || view().lent) emit({ type: 'panel_lent', lent });
    if (lent) return;
    if (this.#taken) return void (this.#taken = null);
    // Nothing was started in the one that was offered.
    this.#offered = null;
    this.offer().catch(onBug);
  }
}
