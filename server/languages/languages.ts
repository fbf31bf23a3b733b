// The language servers of one panel, by folder. They belong to no agent: all agents of a folder share them.
import { access, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { LanguageChoices, ServerTable } from '../../shared/languages.ts';
import { Refusal } from '../../shared/refusal.ts';
import { isTrusted } from '../sessions/project-trust.ts';
import type { LanguageServer } from './language-server.ts';
import { Choices, isAdded, kindsWith } from './choices.ts';
import { findProgram } from './find-servers.ts';
import { LanguageWorkspace } from './language-workspace.ts';
import { diagnose } from './turns/diagnose.ts';
import { AgentTurnErrors, type TurnAgent } from './turns/turn-errors.ts';

export interface LanguageUser {
  workspace: string;
  /** `trust`: whether the user trusts the folder for this run. */
  pi: { flags: { trust?: boolean | undefined } };
}

export class Languages {
  readonly turns: AgentTurnErrors;
  readonly choices: Choices;
  readonly #workspaces = new Map<string, LanguageWorkspace>();
  readonly #onBug: (error: unknown) => void;

  /** `file`: with the user's choices; null if they end with the panel. */
  constructor({ file, onBug }: { file: string | null; onBug: (error: unknown) => void }) {
    this.#onBug = onBug;
    this.choices = new Choices(file);
    this.turns = new AgentTurnErrors({
      serversOf: (agent, file) => this.#serversOfTurn(agent, file),
      onBug,
    });
  }

  /** Rejects with a Refusal if the folder is gone. */
  async of({ workspace }: LanguageUser): Promise<LanguageWorkspace> {
    const folder = await realpath(workspace).catch((error: NodeJS.ErrnoException) => {
      throw new Refusal(409, 'bad_workspace', `The folder ${workspace} cannot be opened (${error.code}).`);
    });
    const known = this.#workspaces.get(folder);
    if (known) return known;
    const opened = new LanguageWorkspace({
      folder,
      kinds: () => this.choices.kinds,
      onBug: this.#onBug,
    });
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

  /** All servers, also those that the user has switched off, with their programs for the folder of this agent. */
  async table(agent: LanguageUser): Promise<ServerTable> {
    const choices = this.choices.current;
    const on = Object.entries(choices.servers).map(([id, { command }]) => [id, command ? { command } : {}]);
    const kinds = kindsWith({ ...choices, servers: Object.fromEntries(on) as LanguageChoices['servers'] });
    const workspace = await this.of(agent);
    const folder = await realpath(agent.workspace);
    const servers = [...Map.groupBy(kinds, ({ id }) => id)].map(async ([id, same]) => {
      const places = await Promise.all(same.map((kind) => findProgram(folder, '', kind)));
      const row = workspace.row(id);
      return {
        id,
        name: path.basename(same[0]!.program),
        programs: same.map(({ program, args }) => [program, ...args].join(' ')),
        languages: same[0]!.languages,
        place: places.find((place) => place !== null) ?? null,
        isAdded: isAdded(id),
        row: row && {
          ...{ state: row.state, reason: row.reason, memory: row.memory, restarts: row.restarts },
        },
      };
    });
    return { choices, servers: await Promise.all(servers) };
  }

  /** Takes effect in all folders. */
  async choose(choices: LanguageChoices): Promise<void> {
    await this.choices.set(choices);
    for (const workspace of this.#workspaces.values()) workspace.onKinds();
  }

  /** The servers for a file, started if need be. None in a folder that the user does not trust. */
  async startServers(agent: LanguageUser, file: string): Promise<readonly LanguageServer[]> {
    return (await this.mayStart(agent)) ? (await this.of(agent)).startServers(file) : [];
  }

  /** Resolves to a text for pi. Rejects with an Error with a sentence for it. */
  diagnose(agent: LanguageUser & TurnAgent, paths: readonly string[] | undefined): Promise<string> {
    return diagnose(agent, paths, {
      isTrusted: () => this.mayStart(agent),
      serversOf: (file) => this.startServers(agent, file),
    });
  }

  async #serversOfTurn(agent: LanguageUser, file: string): Promise<readonly LanguageServer[]> {
    const { turns } = this.choices.current;
    if (turns === 'always') return this.startServers(agent, file);
    if (turns === 'never' || !(await this.mayStart(agent))) return [];
    return (await this.of(agent)).runningServers(file);
  }

  async close(): Promise<void> {
    this.turns.close();
    await Promise.all([...this.#workspaces.values()].map((one) => one.close()));
  }
}

function isThere(place: string): Promise<boolean> {
  return access(place).then(
    () => true,
    () => false,
  );
}
