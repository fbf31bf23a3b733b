// A program in a terminal, through tmux: reads its screen, and types keys as a user does.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/**
 * The time limit, which is far longer than anything here takes. A missing text then fails with the screen instead of
 * hanging.
 */
const PATIENCE_MS = 100_000;
/** Wide enough that a link is one line. */
const SIZE = ['-x', '200', '-y', '50'];

/** Resolves to false, or to the reason to skip a test that needs tmux. */
export function whyNoTerminal(): Promise<string | false> {
  return run('tmux', ['-V']).then(
    () => false,
    () => 'needs tmux: apt-get install tmux',
  );
}

export interface TerminalOptions {
  /** The folder of its socket. */
  folder: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
  command: readonly string[];
}

export class Terminal {
  readonly #socket: string;

  private constructor(socket: string) {
    this.#socket = socket;
  }

  static async open({ folder, cwd, env, command }: TerminalOptions): Promise<Terminal> {
    const terminal = new Terminal(path.join(folder, 'tmux'));
    const args = [
      '-S',
      terminal.#socket,
      '-f',
      '/dev/null',
      'new-session',
      '-d',
      ...SIZE,
      '-c',
      cwd,
      ...command,
    ];
    await run('tmux', args, { env: { ...env, LANG: 'C.UTF-8', TERM: 'xterm-256color' } });
    return terminal;
  }

  async screen(): Promise<string> {
    return (await this.#tmux('capture-pane', '-p', '-t', '0')).trimEnd();
  }

  async type(text: string): Promise<void> {
    await this.#tmux('send-keys', '-t', '0', '-l', text);
  }

  /** Presses keys by their names in tmux, such as `Enter`. */
  async press(key: string): Promise<void> {
    await this.#tmux('send-keys', '-t', '0', key);
  }

  /** Presses the key until the screen shows the text, because a program that is still starting may refuse it. */
  async pressUntil(key: string, wanted: string): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    while (!(await this.screen()).includes(wanted)) {
      if (performance.now() > end)
        throw new Error(`${key} does not lead to ${wanted}:\n${await this.screen()}`);
      await this.press(key);
      await delay(200);
    }
  }

  /** Types a line and sends it, once the program shows it. */
  async enter(text: string): Promise<void> {
    await this.type(text);
    await this.shows(text);
    await this.press('Enter');
  }

  /** Resolves to the match once the screen has it. */
  async shows(wanted: string | RegExp): Promise<RegExpExecArray> {
    const form =
      typeof wanted === 'string' ? new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) : wanted;
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const screen = await this.screen();
      const match = form.exec(screen);
      if (match) return match;
      if (performance.now() > end) throw new Error(`The screen does not show ${form}:\n${screen}`);
      await delay(50);
    }
  }

  /** Resolves once the screen no longer has the text. */
  async hides(text: string): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    while ((await this.screen()).includes(text)) {
      if (performance.now() > end) throw new Error(`The screen still shows ${text}:\n${await this.screen()}`);
      await delay(50);
    }
  }

  async close(): Promise<void> {
    await this.#tmux('kill-server');
  }

  async #tmux(...args: string[]): Promise<string> {
    return (await run('tmux', ['-S', this.#socket, ...args])).stdout;
  }
}
