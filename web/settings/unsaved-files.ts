// The pages of the settings on which files with unsaved text are.
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

export function unsavedFiles(): UnsavedFile[] {
  return draftPaths().map((path) => {
    const name = path.split(/[\\/]/).at(-1)!;
    return { path, name, page: PAGES[name] ?? 'skills' };
  });
}
