// Reports changes on disk to the editor and the file tree: each change when its event arrives, and after a time without
// events that anything may have changed.
import type { Panel } from '../state/panel/panel.svelte.ts';

export interface DiskFollower {
  /** Paths in the workspace, as in `panel_files_changed`; '' means that anything may have changed. */
  onFilesChanged: (paths: readonly string[]) => void;
}

/** Must be called while a component is initialized. */
export function reportDiskChanges(panel: Panel, follower: () => DiskFollower | null): void {
  $effect(() => {
    const current = follower();
    if (!current) return;
    return panel.agent?.onEvent((event) => {
      if (event.type === 'panel_files_changed') current.onFilesChanged(event.paths);
    });
  });

  // The follower that has missed no changes. Changes are missed while there is no connection, or while another
  // workspace is shown.
  let upToDate: DiskFollower | null = null;
  $effect(() => {
    const current = panel.connection.status === 'live' ? follower() : null;
    if (current && current !== upToDate) current.onFilesChanged(['']);
    upToDate = current;
  });
}
