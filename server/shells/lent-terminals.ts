// The terminals that the panel lends to programs of extensions. Each is a shell with a tab while a program has it.
import { readlink } from 'node:fs/promises';
import type { LentTerminal } from '../../shared/view/view.ts';
import type { HeldPty } from './held-pty.ts';
import { FIRST_SIZE, type Shells } from './shells.ts';

interface Options {
  workspace: string;
  pid: () => number | undefined;
  onTaken: () => void;
  /** Called when a program has the terminal, and with null when that is over. */
  onChange: (lent: LentTerminal | null) => void;
}

interface OpenTerminal {
  path: string;
  key: string;
  namespace: string | null;
  interrupt: () => Promise<void>;
  close: () => void;
}

/** See `TerminalLender`. */
export class LentTerminals {
  readonly #shells: Shells;

  constructor(shells: Shells) {
    this.#shells = shells;
  }

  /** Resolves to null if the panel has no shells, or the system no such terminals: extensions are told so. */
  async open(options: Options): Promise<OpenTerminal | null> {
    if (!this.#shells.isAllowed || process.platform === 'win32') return null;
    const { HeldPty } = await import('./held-pty.ts');
    let pty: HeldPty;
    try {
      pty = new HeldPty(FIRST_SIZE);
    } catch {
      return null;
    }
    const shown = this.#follow(pty, options);
    pty.onExit(() => options.onChange(null));
    const namespace = await readlink('/proc/self/ns/mnt').catch(() => null);
    const interrupt = async (): Promise<void> => {
      const shell = await shown();
      if (shell === null) return;
      await pty.started;
      await this.#shells.stop(shell);
    };
    return { path: pty.path, key: pty.key, namespace, interrupt, close: () => pty.kill() };
  }

  /** The returned function resolves to the id of the shell with the program; to null if there is no program yet. */
  #follow(pty: HeldPty, { workspace, pid, onTaken, onChange }: Options): () => Promise<string | null> {
    let shown: Promise<string> | null = null;
    pty.onMark = ({ begin, end }) => {
      if (begin && !shown) {
        onTaken();
        shown = this.#shells.adopt(pty, { workspace, task: begin.command, owner: pid });
        void shown.then((shell) => pty.isOver || onChange({ shell, ...begin }));
      }
      // A terminal is given back with the screen that was there before. What a failed program said stays.
      if (end?.code === 0) void shown?.then((shell) => this.#shells.forget(shell));
    };
    return () => shown ?? Promise.resolve(null);
  }
}
