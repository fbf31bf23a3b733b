// Acts of the workbench of which the first load has no use.
import type { Workbench } from './workbench.svelte.ts';

/** Shows the cover that was hidden to show a file. */
export function showHiddenCover(workbench: Workbench): void {
  const { hiddenCover } = workbench;
  if (hiddenCover === null) return;
  workbench.showCover(hiddenCover);
  workbench.focus.find()?.enter(hiddenCover);
}

/** Chooses whether the terminal opens by itself, also where the user has opened or closed it before. */
export function setOpensTerminal(workbench: Workbench, opensTerminal: boolean): void {
  workbench.settings.change({ opensTerminal });
  if (opensTerminal) workbench.isTerminalOpen = null;
}
