import type { ToolRun } from '../../shared/view/view.ts';
import { folderOf, workspacePath } from './workspace-path.ts';

/** The files, relative to the workspace, that the agent's edit and write calls of this conversation have changed. */
export function touchedFiles(toolRuns: Readonly<Record<string, ToolRun>>, workspace: string): Set<string> {
  const touched = new Set<string>();
  for (const { name, state, args } of Object.values(toolRuns)) {
    if ((name !== 'edit' && name !== 'write') || state !== 'ok' || typeof args.path !== 'string') continue;
    const path = workspacePath(workspace, args.path);
    if (path) touched.add(path);
  }
  return touched;
}

/** Every folder that one of these paths lies in, at any depth. */
export function foldersAround(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) folders.add(folder);
  }
  return folders;
}
