// Where the code of each region is. A file of its own: the names of all these files are not needed for the first paint.
export const REGION_CODE = {
  agents: () => import('./agents/Agents.svelte'),
  files: () => import('./editor/tree/Files.svelte'),
  search: () => import('./search/Search.svelte'),
  changes: () => import('./changes/Changes.svelte'),
  editor: () => import('./editor/Editor.svelte'),
  review: () => import('./changes/review/Review.svelte'),
  terminal: () => import('./terminal/Terminal.svelte'),
  log: () => import('./log/EventLog.svelte'),
  sessions: () => import('./sessions/Sessions.svelte'),
  stored: () => import('./sessions/StoredSession.svelte'),
  usage: () => import('./usage/Usage.svelte'),
  undo: () => import('./changes/UndoDialog.svelte'),
  palette: () => import('./palette/Palette.svelte'),
  settings: () => import('./settings/Settings.svelte'),
} as const;
