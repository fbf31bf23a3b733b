// The language servers of one panel, by folder. They belong to no agent: all agents of a folder share them.
import { access, realpath } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import { isTrusted } from '../sessions/project-trust.ts';
import { LanguageWorkspace } from './language-workspace.ts';

export interface LanguageUser {
  workspace: string;
  /** `trust`: whether the user trusts the folder for this run. */
  pi: { flags: { trust?: boolean | undefined } };
}

export class Languages {
  readonly #workspaces = new Map<string, LanguageWorkspace>();
  readonly #onBug: (error: unknown) => void;

  constructor({ onBug }: { onBug: (error: unknown) => void }) {
    this.#onBug = onBug;
  }

  /** Rejects with a Refusal if the folder is gone. */
  async of({ workspace }: LanguageUser): Promise<LanguageWorkspace> {
    const folder = await realpath(workspace).catch((error: NodeJS.ErrnoException) => {
      throw new Refusal(409, 'bad_workspace', `The folder ${workspace} cannot be opened (${error.code}).`);
    });
    const known = this.#workspaces.get(folder);
    if (known) return known;
    const opened = new LanguageWorkspace({ folder, onBug: this.#onBug });
    this.#workspaces.set(folder, opened);
    return opened;
  }

  /** A server runs code of the project, whether it comes with it or not: rust-analyzer runs its build scripts. */
  async mayStart({ workspace, pi }: LanguageUser): Promise<boolean> {
    return pi.flags.trust === true || (await isTrusted(workspace));
  }

  /** Call this with the paths of `panel_files_changed`. */
  async onFilesChanged(
    { workspace }: Pick<LanguageUser, 'workspace'>,
    paths: readonly string[],
  ): Promise<void> {
    const folder = await realpath(workspace).catch(() => workspace);
    const known = this.#workspaces.get(folder);
    if (!known) return;
    const files = paths
      .filter((one) => one !== '')
      .map(async (one) => ({ path: one, isThere: await isThere(path.join(folder, one)) }));
    known.onFilesChanged(await Promise.all(files));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#workspaces.values()].map((one) => one.close()));
  }
}

function isThere(place: string): Promise<boolean> {
  return access(place).then(
    () => true,
    () => false,
  );
}
