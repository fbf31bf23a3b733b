// The folder for the changes of a workspace, in the panel's own state folder and never in the workspace or its `.git`.
import { createHash } from 'node:crypto';
import path from 'node:path';

/** Names the folder of all workspaces for the extension inside pi. */
export const CHANGES_VARIABLE = 'PI_PANEL_CHANGES';

export interface ChangesFolder {
  blobs: string;
  journal: string;
  /** See `keepContents`. */
  unfinished: string;
}

/** `all`: the folder of all workspaces. `workspace`: absolute, without links. */
export function changesFolder(all: string, workspace: string): ChangesFolder {
  const name = createHash('sha256').update(workspace).digest('hex').slice(0, 24);
  const folder = path.join(all, name);
  return {
    blobs: path.join(folder, 'blobs'),
    journal: path.join(folder, 'journal'),
    unfinished: path.join(folder, 'unfinished'),
  };
}
