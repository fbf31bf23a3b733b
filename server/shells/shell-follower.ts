// What one page has seen of the shells, and the frames for what it has not.
import type { ShellCommands, ShellList, ShellOutput, ShellScreen } from '../../shared/shells.ts';
import type { Follower } from '../agent/feed/fan-out.ts';
import type { Shell } from './shell.ts';

/** Bytes of one shell in one frame, so that a flood in one does not hold up the others. */
const MAX_BYTES = 128 * 1024;

export class ShellFollower implements Follower {
  onReady: (() => void) | null = null;
  readonly close: () => void;
  readonly #shells: ReadonlyMap<string, Shell>;
  readonly #list: () => ShellList;
  /** Up to which byte the page has the output of each shell. */
  readonly #places = new Map<string, number>();
  /** Up to which change the page has the commands of each shell. */
  readonly #revisions = new Map<string, number>();
  #lacksRows = true;

  constructor(
    shells: ReadonlyMap<string, Shell>,
    { list, close }: { list: () => ShellList; close: () => void },
  ) {
    this.#shells = shells;
    this.#list = list;
    this.close = close;
  }

  /** Call this when a shell was opened, closed or renamed, or has ended. */
  onRows(): void {
    this.#lacksRows = true;
    this.onReady?.();
  }

  takeUnsent(): Buffer | null {
    const frames = [...this.#takeRows(), ...[...this.#shells.values()].flatMap((shell) => this.#take(shell))];
    return frames.length === 0 ? null : Buffer.from(frames.join(''));
  }

  #takeRows(): string[] {
    if (!this.#lacksRows) return [];
    this.#lacksRows = false;
    for (const known of [this.#places, this.#revisions])
      for (const id of known.keys()) if (!this.#shells.has(id)) known.delete(id);
    return [frame('shells', this.#list())];
  }

  #take(shell: Shell): string[] {
    const { id, output } = shell;
    const known = this.#places.get(id);
    const frames: string[] = [];
    let at = known ?? -1;
    if (at < output.start) {
      const { screen } = shell;
      ({ at } = screen);
      frames.push(frame('screen', screen satisfies ShellScreen));
    }
    const bytes = output.read(at, MAX_BYTES);
    if (bytes.length > 0)
      frames.push(frame('output', { id, at, bytes: bytes.toString('base64') } satisfies ShellOutput));
    this.#places.set(id, at + bytes.length);
    return [...frames, ...this.#takeCommands(shell)];
  }

  #takeCommands({ id, commands }: Shell): string[] {
    const { revision, first } = commands;
    const known = this.#revisions.get(id) ?? 0;
    if (revision === known) return [];
    this.#revisions.set(id, revision);
    return [frame('commands', { id, first, commands: commands.list(known) } satisfies ShellCommands)];
  }
}

function frame(event: string, data: ShellCommands | ShellList | ShellScreen | ShellOutput): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
