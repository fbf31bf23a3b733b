// What one page has seen of the shells, and the frames for what it has not.
import type { ShellCommands, ShellList, ShellOutput, ShellScreen } from '../../shared/shells.ts';
import type { Follower } from '../agent/feed/fan-out.ts';
import type { Shell } from './shell.ts';

/** Bytes of one shell in one frame, so that a flood in one does not hold up the others. */
const MAX_BYTES = 128 * 1024;
/**
 * Output that comes sooner after other output waits for so long, in ms, and the first one for nothing: the system gives a
 * flood in pieces of 4 kB, each of which would cost the panel and the page as much as a large one.
 */
const PACE_MS = 5;

export class ShellFollower implements Follower {
  onReady: (() => void) | null = null;
  readonly #onClose: () => void;
  readonly #shells: ReadonlyMap<string, Shell>;
  readonly #list: () => ShellList;
  /** Up to which byte the page has the output of each shell. */
  readonly #places = new Map<string, number>();
  /** Up to which change the page has the commands of each shell. */
  readonly #revisions = new Map<string, number>();
  #lacksRows = true;
  /** When something was sent last. */
  #sentAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    shells: ReadonlyMap<string, Shell>,
    { list, close }: { list: () => ShellList; close: () => void },
  ) {
    this.#shells = shells;
    this.#list = list;
    this.#onClose = close;
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#onClose();
  }

  /** Call this when a shell was opened, closed or renamed, or has ended. */
  onRows(): void {
    this.#lacksRows = true;
    this.onReady?.();
  }

  /** Call this when a shell has more output. */
  onOutput(): void {
    if (this.#timer) return;
    const left = this.#sentAt + PACE_MS - performance.now();
    if (left <= 0) return this.onReady?.();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.onReady?.();
    }, left);
  }

  takeUnsent(): Buffer | null {
    const frames = [...this.#takeRows(), ...[...this.#shells.values()].flatMap((shell) => this.#take(shell))];
    if (frames.length === 0) return null;
    this.#sentAt = performance.now();
    return Buffer.from(frames.join(''));
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
