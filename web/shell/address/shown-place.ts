// Describes the current state of the page: as its address names it, and as a step of the browser's history.
import type { Panel } from '../../state/panel/panel.svelte.ts';
import type { Step } from './history-entry.ts';
import type { Place } from './place.ts';

/** Overlays that are pages. The others, such as the palette, are closed as soon as the user has chosen something. */
const PAGES = new Set(['settings', 'usage', 'stored']);

export function shownPlace(panel: Panel): Place {
  const { agent, workbench, layout } = panel;
  const { overlay, changeScope, reviewRequest, settingsPage } = workbench;
  const review = workbench.isCovering('review')
    ? { scope: changeScope, turn: reviewRequest?.turn ?? null }
    : null;
  const file = review ? (reviewRequest?.path ?? null) : shownFile(panel);
  let region = regionBelow(panel);
  // On a wide page, the side bar of a workspace starts with the files. On a narrow one, the file implies the editor.
  const isImplied = layout.mode === 'wide' ? region === 'files' : file !== null && region === 'editor';
  if (isImplied || review) region = null;
  if (workbench.isCovering('log')) region = 'log';
  if (overlay === 'usage') region = overlay;
  const running = panel.overview.agents.find(({ id }) => id === agent?.id);
  return {
    session: agent?.view?.session?.id ?? running?.session?.id ?? null,
    region,
    review,
    file,
    diff: review || file === null ? null : shownDiff(panel),
    line: review ? null : shownLine(panel, file),
    settings: overlay === 'settings' ? settingsPage : null,
  };
}

export function shownStep(panel: Panel): Step {
  const { agent, workbench, layout } = panel;
  const { overlay } = workbench;
  const file = shownFile(panel);
  return {
    agent: agent?.id ?? null,
    overlay: overlay !== null && PAGES.has(overlay) ? overlay : null,
    cover: workbench.coverIn('center'),
    below: workbench.coverIn('below'),
    // On a wide page, the side bar covers nothing.
    region: layout.mode === 'wide' ? null : regionBelow(panel),
    file: file && JSON.stringify([file, shownDiff(panel)]),
  };
}

/** The panel of the side bar or, on a narrow page, the region of the tab. Null for the chat. */
function regionBelow({ workbench, layout }: Panel): string | null {
  if (layout.mode !== 'narrow') return layout.rail;
  return workbench.tab === 'chat' ? null : workbench.tab;
}

function shownFile({ workbench, layout }: Panel): string | null {
  return layout.mode === 'narrow' && workbench.tab !== 'editor' ? null : workbench.shownFile;
}

function shownDiff({ workbench: { shownDiff } }: Panel): string | null {
  return shownDiff === null || shownDiff === 'conversation' ? shownDiff : shownDiff.run;
}

/** The line for which the file was opened. Tools may have named the file by its absolute path. */
function shownLine({ workbench }: Panel, file: string | null): number | null {
  const { path, line } = workbench.fileRequest ?? {};
  return file !== null && (path === file || path?.endsWith(`/${file}`)) ? (line ?? null) : null;
}

/** Whether the editor is on the page but does not show its file yet, because its code is being loaded. */
export function isFileComing({ agent, workbench, layout }: Panel): boolean {
  const isEditorShown = workbench.regions.some((region) => region.id === 'editor' && layout.isShown(region));
  return Boolean(agent?.view) && isEditorShown && workbench.hasOpenFiles && workbench.shownFile === null;
}
