// Records what the user does in shells to the files of the folders in which they were opened.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { changesFolder } from '../changes/journal/changes-folder.ts';
import type { OpenChanges } from '../changes/open-changes.ts';
import { ShellRecorder, type RecordedInShell } from '../changes/shell-recorder.ts';
import type { ShellRun } from '../shells/shell-work.ts';
import type { ShellWatcher } from '../shells/shells.ts';

interface Followed {
  recorder: ShellRecorder;
  shells: number;
}

export interface ShellChangesOptions {
  /** The folder of all workspaces; null if nothing is recorded. */
  folder: string | null;
  changes: OpenChanges;
  /** Called after changes in this workspace (absolute, without links) were recorded. */
  onRecorded: (workspace: string) => void;
  onTrouble: (error: unknown) => void;
}

export class ShellChanges implements ShellWatcher {
  readonly #options: ShellChangesOptions;
  readonly #followed = new Map<string, Followed>();

  constructor(options: ShellChangesOptions) {
    this.#options = options;
  }

  /** A shell is about to be opened there. */
  async open(workspace: string): Promise<string | null> {
    const { folder: all, onTrouble } = this.#options;
    const real = await realpath(workspace).catch(() => null);
    if (all === null || real === null) return null;
    const followed = this.#followed.get(real) ?? {
      recorder: new ShellRecorder({
        ...{ workspace: real, folder: changesFolder(all, real), onTrouble },
        onRecorded: (recorded) => void this.#onRecorded(real, recorded).catch(onTrouble),
      }),
      shells: 0,
    };
    followed.shells += 1;
    this.#followed.set(real, followed);
    await followed.recorder.warm().catch(onTrouble);
    return real;
  }

  begin(followed: string, run: ShellRun): void {
    this.#followed.get(followed)?.recorder.begin(run);
  }

  name(followed: string, run: string, command: string): void {
    this.#followed.get(followed)?.recorder.name(run, command);
  }

  end(followed: string, run: string): void {
    this.#followed.get(followed)?.recorder.end(run).catch(this.#options.onTrouble);
  }

  /** A shell there was closed. The folder is followed until the last one is. */
  async leave(name: string): Promise<void> {
    const followed = this.#followed.get(name);
    if (!followed) return;
    followed.shells -= 1;
    if (followed.shells > 0) return;
    this.#followed.delete(name);
    await followed.recorder.close();
  }

  /** Resolves when what shells did in this workspace by now is recorded. Changes are attributed after that. */
  async settle(workspace: string): Promise<void> {
    if (this.#followed.size === 0) return;
    const real = await realpath(workspace).catch(() => workspace);
    const around = [...this.#followed].filter(([name]) => isInside(name, real) || isInside(real, name));
    await Promise.all(around.map(([, { recorder }]) => recorder.record().catch(this.#options.onTrouble)));
  }

  async close(): Promise<void> {
    const all = [...this.#followed.values()];
    this.#followed.clear();
    await Promise.all(all.map(({ recorder }) => recorder.close()));
  }

  async #onRecorded(workspace: string, { from, to, paths }: RecordedInShell): Promise<void> {
    this.#options.onRecorded(workspace);
    // Agents work in a folder above or below this one, too. What their commands changed meanwhile may be the user's.
    for (const { workspace: other, journal } of await this.#options.changes.opened()) {
      const isThere = paths.some((name) => isInside(path.join(workspace, name), other));
      if (other === workspace || !isThere) continue;
      await journal.append({ type: 'command', call: `shell-${from}`, from, to });
      this.#options.onRecorded(other);
    }
  }
}

function isInside(place: string, folder: string): boolean {
  const relative = path.relative(folder, place);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}
