// The folders that agents work in, opened once each, and what changes in them told to their agents.
import type { Agent } from './agent/agent.ts';
import { openWorkspace, type Workspace } from './workspace/workspace.ts';

export class Workspaces {
  readonly #open = new Map<string, Promise<Workspace>>();

  /** Rejects with a Refusal when the folder is gone. */
  of(agent: Agent): Promise<Workspace> {
    const dir = agent.workspace;
    let opened = this.#open.get(dir);
    if (!opened) {
      opened = openWorkspace(dir);
      this.#open.set(dir, opened);
      opened.catch(() => this.#open.delete(dir));
    }
    return opened;
  }

  async close(): Promise<void> {
    const opened = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(opened.map(async (workspace) => (await workspace).close()));
  }
}
