// Requests to open a shell in a folder, or to show one that is open. Not a part of the workbench, because the first load has no use for them.
import type { Workbench } from './workbench.svelte.ts';

/** Absolute paths. `folder`: where the shell begins, if that is not the workspace. */
export interface ShellPlace {
  workspace: string;
  folder?: string;
}

class ShellRequests {
  place = $state.raw<ShellPlace | null>(null);
  /** The id of an open shell. */
  shown = $state.raw<string | null>(null);
  /** Whether the shells are open only for a program of an extension, with which they close. */
  isBriefly = $state(false);
}

/** The region of the shells takes them. */
export const shellRequests = new ShellRequests();

/** Opens a new shell there, and shows it. */
export function openShell(workbench: Workbench, place: ShellPlace): void {
  shellRequests.place = place;
  workbench.showCover('shell');
  workbench.focus.find()?.enter('shell');
}

/** Shows the open shell with this id. */
export function showShell(workbench: Workbench, id: string): void {
  shellRequests.shown = id;
  workbench.showCover('shell');
  workbench.focus.find()?.enter('shell');
}
