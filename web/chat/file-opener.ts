// Opens and reads the files that the conversation mentions, for its links and images.
import { imageType } from '../lib/format/image-type.ts';
import type { FileOpener } from '../markdown/links/open-file.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import type { Workbench } from '../state/workbench/workbench.svelte.ts';

export interface FileOpenerOptions {
  agent: () => Agent;
  workbench: Workbench;
  /** The absolute path of the folder in which the agent works. */
  workspace: () => string;
}

export function createFileOpener({ agent, workbench, workspace }: FileOpenerOptions): FileOpener {
  return {
    workspace,
    async read(path, signal) {
      const { api, path: base } = agent();
      const response = await api.fetch(`${base}/file?${new URLSearchParams({ path })}`, { signal });
      return new Blob([await response.arrayBuffer()], { type: imageType(path) ?? '' });
    },
    open: ({ path, line }) => workbench.showFile(path, line === undefined ? {} : { line }),
  };
}
