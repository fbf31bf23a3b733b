// The table of regions, read by the side bar, the tabs, the layout, the palette and the key table. A new region is one
// folder, one entry here and one in later-code.ts. The side bar and the tabs list the regions in this order.
import Bot from '@lucide/svelte/icons/bot';
import FileDiff from '@lucide/svelte/icons/file-diff';
import GitBranch from '@lucide/svelte/icons/git-branch';
import Files from '@lucide/svelte/icons/files';
import History from '@lucide/svelte/icons/history';
import Search from '@lucide/svelte/icons/search';
import Settings from '@lucide/svelte/icons/settings';
import SquareTerminal from '@lucide/svelte/icons/square-terminal';
import ChatColumn from './ChatColumn.svelte';
import type * as LaterCode from './later-code.ts';
import type { Region } from './state/workbench/region.ts';

type LaterId = keyof typeof LaterCode.REGION_CODE;

/**
 * A region without `load` is one that a new page does not show. If this file named its code, each region would cost a
 * tenth of a kilobyte of the first load.
 */
type Row = Omit<Region, 'load' | 'id'> & ({ id: LaterId; load?: never } | Pick<Region, 'load' | 'id'>);

const later =
  <T>(load: (code: typeof LaterCode) => Promise<T>) =>
  async (): Promise<T> =>
    load(await import('./later-code.ts'));

/** The pages that are shown instead of the regions. */
export const loadLockedOut = later((code) => code.loadLockedOut());
export const loadRunPage = later((code) => code.loadRunPage());

const ROWS: readonly Row[] = [
  {
    id: 'chat',
    label: 'Chat',
    slot: 'chat',
    load: () => Promise.resolve({ default: ChatColumn }),
  },
  {
    id: 'agents',
    label: 'Agents',
    icon: Bot,
    slot: 'rail',
    keys: 'Alt+A',
  },
  {
    id: 'files',
    label: 'Files',
    icon: Files,
    slot: 'rail',
    keys: 'Mod+Shift+E',
    load: () => import('./editor/tree/Files.svelte'),
  },
  {
    id: 'search',
    label: 'Search',
    icon: Search,
    slot: 'rail',
    isRare: true,
    keys: 'Mod+Shift+F',
  },
  {
    id: 'changes',
    label: 'Changes',
    icon: FileDiff,
    slot: 'rail',
    keys: 'Mod+Shift+G',
  },
  {
    id: 'source',
    label: 'Source control',
    icon: GitBranch,
    slot: 'rail',
    isRare: true,
  },
  {
    id: 'editor',
    label: 'Editor',
    slot: 'center',
    isRare: true,
  },
  {
    id: 'review',
    label: 'Review',
    slot: 'center',
    isCover: true,
    keys: 'Alt+R',
  },
  {
    id: 'context',
    label: 'Context',
    slot: 'center',
    isCover: true,
  },
  {
    id: 'preview',
    label: 'Preview',
    slot: 'center',
    isCover: true,
  },
  {
    id: 'plan',
    label: 'Plan',
    slot: 'center',
    isCover: true,
  },
  {
    id: 'terminal',
    label: 'Terminal',
    icon: SquareTerminal,
    slot: 'below',
    isRare: true,
    keys: 'Mod+J',
  },
  {
    id: 'shell',
    label: 'Shell',
    slot: 'below',
    isCover: true,
    keys: 'Mod+Shift+`',
  },
  {
    id: 'log',
    label: 'Event log',
    slot: 'below',
    isCover: true,
    keys: 'Alt+L',
  },
  {
    id: 'problems',
    label: 'Problems',
    slot: 'below',
    isCover: true,
    keys: 'Alt+P',
  },
  {
    id: 'sessions',
    label: 'Sessions',
    icon: History,
    slot: 'rail',
    isRare: true,
    keys: 'Alt+S',
    slash: { name: 'resume', description: 'Resume a stored session' },
  },
  {
    id: 'stored',
    label: 'Read this session as it is stored',
    slot: 'overlay',
  },
  {
    id: 'usage',
    label: 'Usage by day, model and folder',
    slot: 'overlay',
  },
  {
    id: 'side',
    label: 'Side question',
    slot: 'overlay',
    keys: 'Alt+Q',
    slash: { name: 'side', description: 'Side question', hint: '[prompt]' },
  },
  {
    id: 'undo',
    label: 'Undo changes',
    slot: 'overlay',
  },
  {
    id: 'palette',
    label: 'Command palette',
    slot: 'overlay',
    keys: 'Mod+K',
  },
  {
    id: 'tour',
    label: 'Tour of the page',
    slot: 'overlay',
  },
  {
    id: 'settings',
    label: 'Settings',
    icon: Settings,
    slot: 'overlay',
    keys: 'Mod+,',
    slash: { name: 'settings', description: 'Change the settings of pi and of this panel' },
  },
];

export const REGIONS: readonly Region[] = ROWS.map((row) =>
  row.load ? row : { ...row, load: later((code) => code.REGION_CODE[row.id]()) },
);
