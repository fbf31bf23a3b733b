// Acts of the workbench of which the first load has no use.
import { PersistedText } from '../../lib/storage/persisted.ts';
import { shellRequests } from './shell-requests.svelte.ts';
import type { Workbench } from './workbench.svelte.ts';

const below = new PersistedText('tab', 'pi-panel.below');

/** Keeps for a reload of this tab which region covers the terminal, such as the shells. */
export function storeBelow(workbench: Workbench): void {
  below.set(shellRequests.isBriefly ? null : workbench.coverIn('below'));
}

/** Shows that region again, unless something else covers a region by now. */
export function restoreBelow(workbench: Workbench): void {
  const id = below.get();
  const isKnown = workbench.regionsIn('below').some((region) => region.isCover && region.id === id);
  if (id !== null && isKnown && workbench.cover === null) workbench.showCover(id);
}

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
