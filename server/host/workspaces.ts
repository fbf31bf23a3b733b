// The folders in which agents work, each opened once. Changes in a folder are sent to its agents. A disk that does not
// answer holds up a request only for a limited time.
import { Refusal } from '../../shared/refusal.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import type { Agent } from '../agent/agent.ts';
import { watchGit } from '../git/watch-git.ts';
import { DiskLanes } from '../lib/disk-lanes.ts';
import { parentOf } from '../workspace/workspace-path.ts';
import { openWorkspace, type Workspace, type WorkspaceOptions } from '../workspace/workspace.ts';

interface Opened {
  workspace: Promise<Workspace>;
  lanes: DiskLanes;
  /** The functions that stop watching, for each agent that receives changes. */
  watching: Map<Agent, () => void>;
  /**
   * Resolves to the function that stops watching the repository, or to null if there is none. Null until a page asks.
   */
  git: Promise<(() => void) | null> | null;
}

type UsedWorkspace = Omit<Workspace, 'dir' | 'watch' | 'note' | 'follow' | 'close'>;

/** The most folders with changed files that are watched for one list. */
const MAX_FOLLOWED = 100;

export class Workspaces {
  readonly #opened = new Map<string, Opened>();
  readonly #patience: number | undefined;
  readonly #options: WorkspaceOptions;

  /** `patience` multiplies how long a disk may take. */
  constructor({ patience, ...options }: WorkspaceOptions & { patience?: number | undefined } = {}) {
    this.#patience = patience;
    this.#options = options;
  }

  /** Whether a disk has not answered yet, or never will. */
  get isBusy(): boolean {
    return [...this.#opened.values()].some(({ lanes }) => lanes.isBusy);
  }

  /**
   * Opens the workspace of an agent. Rejects with a Refusal if the folder is gone. The methods of the result may also
   * reject with 504 `disk_silent`.
   */
  async of(agent: Agent): Promise<UsedWorkspace> {
    const { workspace, lanes } = await this.#use(agent);
    const { list, read, rows, write, find, search } = workspace;
    const unsure = (path: string): string =>
      `whether ${quote(path)} was changed is unknown; check it before you try again.`;
    return {
      list: (path) => lanes.run(`${quote(path)} could not be listed.`, () => list(path)),
      read: (path) => lanes.run(`${quote(path)} could not be read.`, () => read(path)),
      readPart: (path, part) =>
        lanes.run(`${quote(path)} could not be read.`, () => workspace.readPart(path, part)),
      rows: (path, ...rest) => lanes.run(`${quote(path)} could not be read.`, () => rows(path, ...rest)),
      bytes: (path, from) => inLanes(lanes, `${quote(path)} could not be read.`, workspace.bytes(path, from)),
      write: (path, ...rest) =>
        lanes.run(`${quote(path)} may or may not be saved; check it before you save again.`, () =>
          write(path, ...rest),
        ),
      // `beginUpload` notices a disk that does not answer, so the parts of an upload go to the disk directly.
      uploads: workspace.uploads,
      beginUpload: (path, terms) => lanes.run(unsure(path), () => workspace.beginUpload(path, terms)),
      createFolder: (path, terms) => lanes.run(unsure(path), () => workspace.createFolder(path, terms)),
      move: (from, ...rest) => lanes.run(unsure(from), () => workspace.move(from, ...rest)),
      delete: (path, terms) => lanes.run(unsure(path), () => workspace.delete(path, terms)),
      restore: (id) => lanes.run(unsure('the trash'), () => workspace.restore(id)),
      find: (...asked) => lanes.run('the files could not be searched.', () => find(...asked)),
      search: (asked, signal) =>
        search(asked, signal, (act) => lanes.run('the files could not be searched.', act)),
    };
  }

  /**
   * From now on, tells the agent about every change to the repository and to these files, unless the disk is gone or
   * silent.
   */
  async follow(agent: Agent, paths: readonly string[]): Promise<void> {
    const folders = new Set(paths.filter((path) => !path.startsWith('/')).map(parentOf));
    try {
      const { opened, workspace, lanes } = await this.#use(agent);
      await lanes.run('the workspace could not be watched.', async () => {
        await this.#followGit(opened, workspace.dir);
        for (const folder of [...folders].slice(0, MAX_FOLLOWED)) await workspace.follow(folder);
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** Reports a file that a tool of this agent wrote, without waiting for the watcher. */
  async onEvent(agent: Agent, event: ViewEvent): Promise<void> {
    const run = event.type === 'tool_execution_end' ? agent.view.toolRuns[event.toolCallId] : undefined;
    const path = run?.args.path;
    if (typeof path !== 'string' || !['edit', 'write'].includes(run?.name ?? '')) return;
    const workspace = await this.#opened.get(agent.workspace)?.workspace;
    workspace?.note(path);
  }

  /** Call this when the agent has ended. */
  forget(agent: Agent): void {
    for (const { watching } of this.#opened.values()) {
      watching.get(agent)?.();
      watching.delete(agent);
    }
  }

  close(): void {
    // A workspace that is still being opened watches nothing yet.
    for (const { workspace, git } of this.#opened.values()) {
      void workspace.then(
        (opened) => opened.close(),
        () => undefined,
      );
      void git?.then((stop) => stop?.());
    }
  }

  async #use(agent: Agent): Promise<{ opened: Opened; workspace: Workspace; lanes: DiskLanes }> {
    const opened = this.#open(agent.workspace);
    const { lanes } = opened;
    const workspace = await lanes.run('the workspace could not be opened.', () => opened.workspace);
    if (!opened.watching.has(agent)) opened.watching.set(agent, watch(workspace, agent));
    return { opened, workspace, lanes };
  }

  async #followGit(opened: Opened, dir: string): Promise<void> {
    opened.git ??= watchGit(dir, () => {
      for (const agent of opened.watching.keys()) agent.emit({ type: 'panel_changes' });
    });
    // There may be a repository the next time, so this is not remembered.
    if ((await opened.git) === null) opened.git = null;
  }

  #open(dir: string): Opened {
    const known = this.#opened.get(dir);
    if (known) return known;
    const opened: Opened = {
      workspace: openWorkspace(dir, this.#options),
      lanes: new DiskLanes(this.#patience),
      watching: new Map(),
      git: null,
    };
    this.#opened.set(dir, opened);
    opened.workspace.catch(() => this.#opened.delete(dir));
    return opened;
  }
}

/** Yields the pieces, each of which waits for its turn. */
async function* inLanes<T>(
  lanes: DiskLanes,
  what: string,
  pieces: AsyncGenerator<T, void, void>,
): AsyncGenerator<T, void, void> {
  try {
    for (;;) {
      const next = await lanes.run(what, () => pieces.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await pieces.return();
  }
}

function quote(path: string): string {
  return path === '' ? 'the workspace' : JSON.stringify(path);
}

function watch(workspace: Workspace, agent: Agent): () => void {
  return workspace.watch({
    onChange: (paths) => agent.emit({ type: 'panel_files_changed', paths }),
    onTrouble: (message) =>
      agent.emit({ type: 'panel_notice', kind: 'warning', message, panel_at: Date.now() }),
  });
}
