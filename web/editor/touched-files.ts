import type { ToolRun } from '../../shared/view/view.ts';
import { workspacePath } from './workspace-path.ts';

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
