// The shells as this page knows them: the list, one terminal each, and what the user does with them.
import { errorText } from '../../shared/error-text.ts';
import type {
  NewShell,
  ShellAccess,
  ShellAccessChange,
  ShellImage,
  ShellList,
  ShellName,
  ShellRow,
  ShellSize,
} from '../../shared/shells.ts';
import { t } from '../language/text.ts';
import { randomId } from '../lib/browser/random-id.ts';
import type { Api } from '../lib/requests/api.ts';
import { Acts } from '../lib/requests/acts.svelte.ts';
import { CommandsOnPage } from './commands.svelte.ts';
import { followShells, type ShellEvents } from './shell-stream.ts';
import { ShellInput } from './shell-input.ts';
import type { ShellTerminal } from './shell-terminal.ts';

/** The size of a shell that is not shown yet. */
const FIRST_SIZE = { cols: 80, rows: 24 };

/** Makes the terminal of this shell. What is typed there goes to `onInput`. */
type MakeTerminal = (row: ShellRow, onInput: (bytes: Uint8Array) => void) => ShellTerminal;

export class ShellsOnPage {
  /** Null until the panel has told. */
  rows = $state.raw<readonly ShellRow[] | null>(null);
  /** Why nothing can be done, or what was refused last, for the user. */
  failure = $state<string | null>(null);
  #hasLost = $state(false);
  #selected = $state<string | null>(null);
  /** The shell that is shown beside the selected one. */
  beside = $state<string | null>(null);
  readonly acts = new Acts();
  readonly commands: CommandsOnPage;
  #terminals = $state.raw<ReadonlyMap<string, ShellTerminal>>(new Map());
  readonly #sizes = new Map<string, ShellSize>();
  #connection: AbortController | null = null;
  /** The start of the panel whose shells these are. */
  #panel: string | null = null;
  readonly #api: Pick<Api, 'fetch' | 'json'>;
  readonly #makeTerminal: MakeTerminal;

  constructor(api: Pick<Api, 'fetch' | 'json'>, makeTerminal: MakeTerminal) {
    this.#api = api;
    this.commands = new CommandsOnPage(api);
    this.#makeTerminal = makeTerminal;
  }

  /** What the user has to know, in place of `failure` if shells have ended with the panel. */
  get trouble(): string | null {
    return this.#hasLost ? t('The panel was restarted, which ended its shells.') : this.failure;
  }

  /** The shell whose tab is selected; undefined if there is none. */
  get current(): ShellRow | undefined {
    return this.rows?.find(({ id }) => id === this.#selected) ?? this.rows?.at(-1);
  }

  terminalOf(row: ShellRow | undefined): ShellTerminal | undefined {
    return row && this.#terminals.get(row.id);
  }

  /** The shells that can be seen, in the order of their tabs. */
  get shown(): readonly ShellRow[] {
    const { current } = this;
    return this.rows?.filter((row) => row === current || row.id === this.beside) ?? [];
  }

  select(id: string): void {
    if (id === this.beside) this.beside = this.current?.id ?? null;
    this.#selected = id;
  }

  async rename({ id }: ShellRow, name: string): Promise<void> {
    await this.#try(async () => {
      const path = `api/shells/${encodeURIComponent(id)}/name`;
      await this.#api.fetch(path, { method: 'POST', body: { name } satisfies ShellName });
    });
  }

  /** Follows the shells until the signal aborts. */
  async follow(signal: AbortSignal): Promise<void> {
    const events: ShellEvents = {
      onShells: (list) => this.#onShells(list),
      onScreen: (screen) => this.#terminals.get(screen.id)?.draw(screen),
      onOutput: (output) => this.#terminals.get(output.id)?.write(output),
      onCommands: (commands) => this.commands.onCommands(commands),
      onConnection: (failure) => (this.failure = failure),
    };
    let connection: AbortController;
    do {
      connection = this.#connection = new AbortController();
      await followShells(this.#api, events, AbortSignal.any([signal, connection.signal]));
    } while (connection.signal.aborted && !signal.aborted);
  }

  /** Connects again, which brings every screen. */
  reconnect(): void {
    this.#connection?.abort();
  }

  /** Opens a shell there and selects it. Resolves to its id; null if that failed. */
  async open(place: Pick<NewShell, 'workspace' | 'folder'>): Promise<string | null> {
    let opened: string | null = null;
    this.#hasLost = false;
    const size = this.terminalOf(this.current)?.fitting ?? FIRST_SIZE;
    await this.#try(async () => {
      const row = await this.#api.json<ShellRow>('api/shells', {
        method: 'POST',
        headers: { 'idempotency-key': randomId() },
        body: { ...place, cols: size.cols, rows: size.rows } satisfies NewShell,
      });
      this.#selected = opened = row.id;
    });
    return opened;
  }

  /**
   * Resolves to the program that has the terminal now; null if that is the shell itself, and undefined if it is not
   * known, because the panel does not answer.
   */
  async foregroundOf({ id }: ShellRow): Promise<string | null | undefined> {
    let foreground: string | null | undefined;
    await this.#try(async () => {
      const { shells } = await this.#api.json<ShellList>('api/shells');
      foreground = shells.find((each) => each.id === id)?.foreground ?? null;
    });
    return foreground;
  }

  /** Stores an image where programs of the shell can read it, and types its path. */
  async pasteImage({ id }: ShellRow, image: Blob): Promise<void> {
    await this.#try(async () => {
      const path = `api/shells/${encodeURIComponent(id)}/images`;
      const response = await this.#api.fetch(path, {
        method: 'POST',
        body: new Uint8Array(await image.arrayBuffer()),
      });
      const { path: file } = (await response.json()) as ShellImage;
      this.#terminals.get(id)?.paste(/\s/.test(file) ? `"${file}"` : file);
    });
  }

  /** Asks the program that listens on this port to end. */
  async stopPort({ id }: ShellRow, port: number): Promise<void> {
    await this.#try(async () => {
      await this.#api.fetch(`api/shells/${encodeURIComponent(id)}/ports/${port}`, { method: 'DELETE' });
    });
  }

  /** Sets what pi may do with the shell. */
  async share({ id }: ShellRow, access: ShellAccess): Promise<void> {
    await this.#try(async () => {
      const path = `api/shells/${encodeURIComponent(id)}/access`;
      await this.#api.fetch(path, { method: 'POST', body: { access } satisfies ShellAccessChange });
    });
  }

  async close({ id }: ShellRow): Promise<void> {
    await this.#try(async () => {
      await this.#api.fetch(`api/shells/${encodeURIComponent(id)}`, { method: 'DELETE' });
    });
  }

  /** Tells the program the size that fits on this page, if that is another one. */
  fit(row: ShellRow): void {
    const terminal = this.terminalOf(row);
    const size = terminal?.fitting;
    if (!terminal || !size || !(size.cols > 0 && size.rows > 0)) return;
    const known = this.#sizes.get(row.id);
    if (known?.cols === size.cols && known.rows === size.rows) return;
    this.#sizes.set(row.id, size);
    terminal.resize(size);
    void this.#try(async () => {
      const path = `api/shells/${encodeURIComponent(row.id)}/size`;
      await this.#api.fetch(path, { method: 'POST', body: { cols: size.cols, rows: size.rows } });
    });
  }

  #onShells({ panel, shells }: ShellList): void {
    if (this.#panel !== null && this.#panel !== panel && this.rows?.some(({ exit }) => exit === null))
      this.#hasLost = true;
    this.#panel = panel;
    const ids = new Set(shells.map(({ id }) => id));
    for (const [id, terminal] of this.#terminals) {
      if (ids.has(id)) continue;
      terminal.dispose();
      this.commands.forget(id);
      this.#sizes.delete(id);
    }
    this.#terminals = new Map([...this.#terminals].filter(([id]) => ids.has(id)));
    for (const row of shells) {
      const terminal = this.#terminals.get(row.id) ?? this.#addTerminal(row);
      const before = this.rows?.find(({ id }) => id === row.id);
      // Another page may have given it another size.
      if (before?.cols !== row.cols || before.rows !== row.rows) {
        this.#sizes.set(row.id, { cols: row.cols, rows: row.rows });
        terminal.resize(row);
      }
    }
    this.rows = shells;
  }

  #addTerminal(row: ShellRow): ShellTerminal {
    const input = new ShellInput(this.#api, row.id, (failure) => (this.failure = failure));
    const terminal = this.#makeTerminal(row, (bytes) => input.type(bytes));
    this.#terminals = new Map(this.#terminals).set(row.id, terminal);
    return terminal;
  }

  async #try(act: () => Promise<void>): Promise<void> {
    try {
      await act();
      this.failure = null;
    } catch (error) {
      this.failure = errorText(error);
    }
  }
}
