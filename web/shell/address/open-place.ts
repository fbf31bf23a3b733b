// Shows what an address names, by the functions that the user's own actions call. What is shown already stays as it is.
import { NO_CLAIM } from '../../lib/browser/focus-claim.ts';
import type { Panel } from '../../state/panel/panel.svelte.ts';
import { hasTab } from '../../state/workbench/region.ts';
import type { PlaceInFile } from '../../state/workbench/requests.ts';
import type { Place } from './place.ts';
import { shownPlace } from './shown-place.ts';

/** How the user came to the place: by opening the page, or by Back and Forward, within an agent or from another one. */
export type Arrival = 'load' | 'within' | 'from another';

/** The page must show the agent already, with its workspace. */
export function openPlace(panel: Panel, place: Place, arrival: Arrival): void {
  showRegion(panel, place, arrival);
  if (!place.review) showFile(panel, place, arrival);
  showCover(panel, place, arrival);
  const { workbench } = panel;
  if (place.settings !== null) workbench.openSettings(place.settings);
  else if (place.region === 'usage') workbench.overlay = 'usage';
  else if (arrival !== 'load') workbench.overlay = null;
}

function showRegion({ workbench, layout }: Panel, { region, review, file }: Place, arrival: Arrival): void {
  const named = workbench.regions.find((one) => one.id === region && hasTab(one) && one.slot !== 'center');
  if (named?.slot === 'below' && !layout.isTerminalOpen) layout.toggle(named);
  // On a wide page, Back changes nothing in the side bar, which covers nothing.
  else if (named?.slot === 'rail' && (arrival === 'load' || layout.mode !== 'wide'))
    layout.showRail(named.id);
  if (named || arrival === 'load' || layout.mode === 'wide') return;
  if (layout.mode === 'middle') layout.showRail(null);
  else workbench.tab = region === 'editor' || (file !== null && !review) ? 'editor' : 'chat';
}

function showFile(panel: Panel, { file, diff, line }: Place, arrival: Arrival): void {
  const { workbench, layout } = panel;
  const shown = shownPlace(panel);
  const isNew = file !== shown.file || diff !== shown.diff || (arrival === 'load' && line !== null);
  if (file === null) {
    // At that time no file was open.
    if (shown.file !== null && arrival === 'within' && layout.mode !== 'narrow')
      workbench.editor.find()?.closeAll();
  } else if (isNew) {
    // Back returns to where the user was in the file. Its tab, if it is still open, stays as it is.
    const where: PlaceInFile = { isPreview: true };
    if (arrival === 'load' && line !== null) where.line = line;
    if (diff !== null) where.diffOf = diff === 'conversation' ? diff : { run: diff };
    workbench.showFile(file, where, NO_CLAIM);
  }
}

function showCover({ workbench }: Panel, { region, review, file }: Place, arrival: Arrival): void {
  if (review) {
    const { scope, turn } = review;
    const isSame = workbench.changeScope === scope && (workbench.reviewRequest?.turn ?? null) === turn;
    workbench.changeScope = scope;
    // A new request would scroll the review to its start.
    if (!workbench.isCovering('review') || !isSame) {
      const request = { ...(turn !== null && { turn }), ...(file !== null && { path: file }) };
      workbench.showReview(arrival !== 'load' && isSame ? (workbench.reviewRequest ?? {}) : request);
    }
  } else if (arrival !== 'load') workbench.closeCover('center');
  if (region === 'log') workbench.showCover('log');
  else if (arrival !== 'load') workbench.closeCover('below');
}
