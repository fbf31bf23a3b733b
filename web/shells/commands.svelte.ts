// The commands of all shells, as this page knows them.
import type { ShellCommand, ShellCommandOutput, ShellCommands } from '../../shared/shells.ts';
import type { Api } from '../lib/requests/api.ts';

export class CommandsOnPage {
  /** By the id of the shell. */
  #lists = $state.raw<Readonly<Record<string, readonly ShellCommand[]>>>({});
  readonly #api: Pick<Api, 'json'>;

  constructor(api: Pick<Api, 'json'>) {
    this.#api = api;
  }

  /** Those of one shell, oldest first. */
  of(shell: string): readonly ShellCommand[] {
    return this.#lists[shell] ?? [];
  }

  /** The last one of a shell that has ended. */
  lastOf(shell: string): ShellCommand | undefined {
    return this.of(shell).findLast(({ endedAt }) => endedAt !== null);
  }

  /** Whether one of them runs. */
  get isAnyRunning(): boolean {
    return Object.values(this.#lists).some((list) => list.at(-1)?.endedAt === null);
  }

  onCommands({ id, first, commands }: ShellCommands): void {
    const changed = new Set(commands.map(({ number }) => number));
    const others = this.of(id).filter(({ number }) => number >= first && !changed.has(number));
    const list = [...others, ...commands].sort((a, b) => a.number - b.number);
    this.#lists = { ...this.#lists, [id]: list };
  }

  forget(shell: string): void {
    const { [shell]: _, ...lists } = this.#lists;
    this.#lists = lists;
  }

  /** Resolves to what a command has printed. Rejects with an error for the user. */
  readOutput(shell: string, { number }: ShellCommand): Promise<ShellCommandOutput> {
    return this.#api.json<ShellCommandOutput>(
      `api/shells/${encodeURIComponent(shell)}/commands/${number}/output`,
    );
  }
}
