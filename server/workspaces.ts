// The folders that agents work in, each opened once, and what changes in them told to the agents there. What is asked
// of one waits for its disk, and not for ever.
import type { Agent } from './agent/agent.ts';
import { DiskLanes } from './lib/disk-lanes.ts';
import { openWorkspace, type Workspace } from './workspace/workspace.ts';

interface Opened {
  workspace: Promise<Workspace>;
  lanes: DiskLanes;
  /** Who was told that it changes; by agent, with the way to stop. */
  watching: Map<Agent, () => void>;
}

export class Workspaces {
  readonly #opened = new Map<string, Opened>();
  readonly #patience: number | undefined;

  /** `patience`: a factor on how long a disk may take. */
  constructor(patience?: number) {
    this.#patience = patience;
  }

  /** A disk does not answer what it was asked, or not yet. */
  get isBusy(): boolean {
    return [...this.#opened.values()].some(({ lanes }) => lanes.isBusy);
  }

  /** Rejects with a Refusal when the folder is gone; all that it gives may also reject with 504 `disk_silent`. */
  async of(agent: Agent): Promise<Pick<Workspace, 'list' | 'read' | 'write' | 'find'>> {
    const opened = this.#open(agent.workspace);
    const { lanes } = opened;
    const workspace = await lanes.run('the workspace could not be opened.', () => opened.workspace);
    if (!opened.watching.has(agent)) opened.watching.set(agent, watch(workspace, agent));
    const { list, read, write, find } = workspace;
    return {
      list: (path) => lanes.run(`${quoted(path)} could not be listed.`, () => list(path)),
      read: (path) => lanes.run(`${quoted(path)} could not be read.`, () => read(path)),
      write: (path, ...rest) =>
        lanes.run(`it may still save ${quoted(path)}, or never; look before you save again.`, () =>
          write(path, ...rest),
        ),
      find: (...asked) => lanes.run('the files could not be searched.', () => find(...asked)),
    };
  }

  /** A tool of this agent's wrote a file: nobody has to wait for the watcher to see it. */
  async note(agent: Agent, path: string): Promise<void> {
    const workspace = await this.#opened.get(agent.workspace)?.workspace;
    workspace?.note(path);
  }

  /** The agent is gone. */
  forget(agent: Agent): void {
    for (const { watching } of this.#opened.values()) {
      watching.get(agent)?.();
      watching.delete(agent);
    }
  }

  close(): void {
    // One that is still being opened watches nothing.
    const end = (workspace: Workspace): void => workspace.close();
    for (const { workspace } of this.#opened.values()) void workspace.then(end, () => undefined);
  }

  #open(dir: string): Opened {
    const known = this.#opened.get(dir);
    if (known) return known;
    const opened: Opened = {
      workspace: openWorkspace(dir),
      lanes: new DiskLanes(this.#patience),
      watching: new Map(),
    };
    this.#opened.set(dir, opened);
    opened.workspace.catch(() => this.#opened.delete(dir));
    return opened;
  }
}

function quoted(path: string): string {
  return path === '' ? 'the workspace' : JSON.stringify(path);
}

function watch(workspace: Workspace, agent: Agent): () => void {
  return workspace.watch({
    onChange: (paths) => agent.emit({ type: 'panel_files_changed', paths }),
    onTrouble: (message) =>
      agent.emit({ type: 'panel_notice', kind: 'warning', message, panel_at: Date.now() }),
  });
}
