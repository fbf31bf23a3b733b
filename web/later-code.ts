// The code of regions and pages that a new page does not show, so that its first file does not name theirs.
import type LockedOut from './shell/frame/LockedOut.svelte';
import type { Region } from './state/workbench/region.ts';
import type RunPage from './terminal/RunPage.svelte';

export const REGION_CODE = {
  agents: () => import('./agents/Agents.svelte'),
  search: () => import('./search/Search.svelte'),
  changes: () => import('./changes/Changes.svelte'),
  source: () => import('./changes/source/SourceControl.svelte'),
  editor: () => import('./editor/Editor.svelte'),
  review: () => import('./changes/review/Review.svelte'),
  context: () => import('./context/Context.svelte'),
  preview: () => import('./frames/Preview.svelte'),
  plan: () => import('./plan/Plan.svelte'),
  side: () => import('./side/SideQuestion.svelte'),
  terminal: () => import('./terminal/Terminal.svelte'),
  shell: () => import('./shells/Shells.svelte'),
  log: () => import('./log/EventLog.svelte'),
  problems: () => import('./editor/problems/Problems.svelte'),
  sessions: () => import('./sessions/Sessions.svelte'),
  stored: () => import('./sessions/StoredSession.svelte'),
  usage: () => import('./usage/Usage.svelte'),
  undo: () => import('./changes/UndoDialog.svelte'),
  palette: () => import('./palette/Palette.svelte'),
  tour: () => import('./tour/Tour.svelte'),
  settings: () => import('./settings/Settings.svelte'),
} as const satisfies Record<string, Region['load']>;

type Loaded<C> = Promise<{ default: C }>;

export const loadLockedOut = (): Loaded<typeof LockedOut> => import('./shell/frame/LockedOut.svelte');
export const loadRunPage = (): Loaded<typeof RunPage> => import('./terminal/RunPage.svelte');
