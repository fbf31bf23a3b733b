// The table of regions, read by the side bar, the tabs, the layout, the palette and the key table. A new region is one
// folder and one entry here. The side bar and the tabs list the regions in this order.
import Bot from '@lucide/svelte/icons/bot';
import FileCode from '@lucide/svelte/icons/file-code';
import FileDiff from '@lucide/svelte/icons/file-diff';
import GitBranch from '@lucide/svelte/icons/git-branch';
import Files from '@lucide/svelte/icons/files';
import History from '@lucide/svelte/icons/history';
import MessageSquare from '@lucide/svelte/icons/message-square';
import Search from '@lucide/svelte/icons/search';
import Settings from '@lucide/svelte/icons/settings';
import SquareTerminal from '@lucide/svelte/icons/square-terminal';
import ChatColumn from './ChatColumn.svelte';
import type { Region } from './state/workbench/region.ts';

export const REGIONS: readonly Region[] = [
  {
    id: 'chat',
    label: 'Chat',
    icon: MessageSquare,
    slot: 'chat',
    load: () => Promise.resolve({ default: ChatColumn }),
  },
  {
    id: 'agents',
    label: 'Agents',
    icon: Bot,
    slot: 'rail',
    keys: 'Alt+A',
    load: () => import('./agents/Agents.svelte'),
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
    load: () => import('./search/Search.svelte'),
  },
  {
    id: 'changes',
    label: 'Changes',
    icon: FileDiff,
    slot: 'rail',
    keys: 'Mod+Shift+G',
    load: () => import('./changes/Changes.svelte'),
  },
  {
    id: 'source',
    label: 'Source control',
    icon: GitBranch,
    slot: 'rail',
    isRare: true,
    load: () => import('./changes/source/SourceControl.svelte'),
  },
  {
    id: 'editor',
    label: 'Editor',
    icon: FileCode,
    slot: 'center',
    isRare: true,
    load: () => import('./editor/Editor.svelte'),
  },
  {
    id: 'review',
    label: 'Review',
    slot: 'center',
    isCover: true,
    keys: 'Alt+R',
    load: () => import('./changes/review/Review.svelte'),
  },
  {
    id: 'terminal',
    label: 'Terminal',
    icon: SquareTerminal,
    slot: 'below',
    isRare: true,
    keys: 'Mod+J',
    load: () => import('./terminal/Terminal.svelte'),
  },
  {
    id: 'shell',
    label: 'Shell',
    icon: SquareTerminal,
    slot: 'below',
    isCover: true,
    keys: 'Mod+Shift+`',
    load: () => import('./shells/Shells.svelte'),
  },
  {
    id: 'log',
    label: 'Event log',
    slot: 'below',
    isCover: true,
    keys: 'Alt+L',
    load: () => import('./log/EventLog.svelte'),
  },
  {
    id: 'problems',
    label: 'Problems',
    slot: 'below',
    isCover: true,
    keys: 'Alt+P',
    load: () => import('./editor/problems/Problems.svelte'),
  },
  {
    id: 'sessions',
    label: 'Sessions',
    icon: History,
    slot: 'rail',
    isRare: true,
    keys: 'Alt+S',
    slash: { name: 'resume', description: 'Resume a stored session' },
    load: () => import('./sessions/Sessions.svelte'),
  },
  {
    id: 'stored',
    label: 'Read this session as it is stored',
    slot: 'overlay',
    load: () => import('./sessions/StoredSession.svelte'),
  },
  {
    id: 'usage',
    label: 'Usage by day, model and folder',
    slot: 'overlay',
    load: () => import('./usage/Usage.svelte'),
  },
  {
    id: 'undo',
    label: 'Undo changes',
    slot: 'overlay',
    load: () => import('./changes/UndoDialog.svelte'),
  },
  {
    id: 'palette',
    label: 'Command palette',
    slot: 'overlay',
    keys: 'Mod+K',
    load: () => import('./palette/Palette.svelte'),
  },
  {
    id: 'tour',
    label: 'Tour of the page',
    slot: 'overlay',
    load: () => import('./tour/Tour.svelte'),
  },
  {
    id: 'settings',
    label: 'Settings',
    icon: Settings,
    slot: 'overlay',
    keys: 'Mod+,',
    slash: { name: 'settings', description: 'Change the settings of pi and of this panel' },
    load: () => import('./settings/Settings.svelte'),
  },
];
