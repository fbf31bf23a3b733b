// The pages of the settings that have files with unsaved text.
import { draftPaths } from '../setup/file-drafts.svelte.ts';

export interface UnsavedFile {
  path: string;
  name: string;
  /** The id of its page. */
  page: string;
}

const PAGES: Readonly<Record<string, string>> = {
  'settings.json': 'pi',
  'models.json': 'models',
  'mcp.json': 'mcp',
};

/** Returns the files. `workspace`: the agent's workspace, from which the files of other projects cannot be saved. */
export function unsavedFiles(workspace: string | undefined): UnsavedFile[] {
  return draftPaths(workspace).map((path) => {
    const name = path.split(/[\\/]/).at(-1)!;
    return { path, name, page: PAGES[name] ?? 'skills' };
  });
}
