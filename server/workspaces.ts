// The folders that agents work in, each opened once, and what changes in them told to the agents there.
import type { Agent } from './agent/agent.ts';
import { openWorkspace, type Workspace } from './workspace/workspace.ts';

interface Opened {
  workspace: Promise<Workspace>;
  /** Who was told that it changes; by agent, with the way to stop. */
  watching: Map<Agent, () => void>;
}

export class Workspaces {
  readonly #opened = new Map<string, Opened>();

  /** Rejects with a Refusal when the folder is gone. */
  async of(agent: Agent): Promise<Workspace> {
    const opened = this.#open(agent.workspace);
    const workspace = await opened.workspace;
    if (!opened.watching.has(agent)) opened.watching.set(agent, watch(workspace, agent));
    return workspace;
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

  async close(): Promise<void> {
    const all = [...this.#opened.values()];
    this.#opened.clear();
    for (const { workspace } of all) (await workspace).close();
  }

  #open(dir: string): Opened {
    const known = this.#opened.get(dir);
    if (known) return known;
    const opened: Opened = { workspace: openWorkspace(dir), watching: new Map() };
    this.#opened.set(dir, opened);
    opened.workspace.catch(() => this.#opened.delete(dir));
    return opened;
  }
}

function watch(workspace: Workspace, agent: Agent): () => void {
  return workspace.watch({
    onChange: (paths) => agent.emit({ type: 'panel_files_changed', paths }),
    onTrouble: (message) =>
      agent.emit({ type: 'panel_notice', kind: 'warning', message, panel_at: Date.now() }),
  });
}
