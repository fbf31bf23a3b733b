// The icons of the palette's rows. The icons of regions are in the table of regions.
import AppWindow from '@lucide/svelte/icons/app-window';
import Archive from '@lucide/svelte/icons/archive';
import ArrowRight from '@lucide/svelte/icons/arrow-right';
import Bookmark from '@lucide/svelte/icons/bookmark';
import Bot from '@lucide/svelte/icons/bot';
import BookOpen from '@lucide/svelte/icons/book-open';
import Boxes from '@lucide/svelte/icons/boxes';
import Braces from '@lucide/svelte/icons/braces';
import Brain from '@lucide/svelte/icons/brain';
import ChartColumn from '@lucide/svelte/icons/chart-column';
import CircleStop from '@lucide/svelte/icons/circle-stop';
import Columns2 from '@lucide/svelte/icons/columns-2';
import Columns3 from '@lucide/svelte/icons/columns-3';
import Command from '@lucide/svelte/icons/command';
import Copy from '@lucide/svelte/icons/copy';
import CopyPlus from '@lucide/svelte/icons/copy-plus';
import Cpu from '@lucide/svelte/icons/cpu';
import Download from '@lucide/svelte/icons/download';
import Eraser from '@lucide/svelte/icons/eraser';
import File from '@lucide/svelte/icons/file';
import FileCode from '@lucide/svelte/icons/file-code';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import Gauge from '@lucide/svelte/icons/gauge';
import GitBranch from '@lucide/svelte/icons/git-branch';
import GitBranchPlus from '@lucide/svelte/icons/git-branch-plus';
import GitFork from '@lucide/svelte/icons/git-fork';
import GitMerge from '@lucide/svelte/icons/git-merge';
import History from '@lucide/svelte/icons/history';
import KeyRound from '@lucide/svelte/icons/key-round';
import Keyboard from '@lucide/svelte/icons/keyboard';
import Layers from '@lucide/svelte/icons/layers';
import ListTree from '@lucide/svelte/icons/list-tree';
import ListTodo from '@lucide/svelte/icons/list-todo';
import Locate from '@lucide/svelte/icons/locate';
import MessageCircleQuestionMark from '@lucide/svelte/icons/message-circle-question-mark';
import MessageSquare from '@lucide/svelte/icons/message-square';
import Package from '@lucide/svelte/icons/package';
import Palette from '@lucide/svelte/icons/palette';
import PanelLeft from '@lucide/svelte/icons/panel-left';
import Pencil from '@lucide/svelte/icons/pencil';
import Plug from '@lucide/svelte/icons/plug';
import Plus from '@lucide/svelte/icons/plus';
import Power from '@lucide/svelte/icons/power';
import RotateCw from '@lucide/svelte/icons/rotate-cw';
import Search from '@lucide/svelte/icons/search';
import ShieldCheck from '@lucide/svelte/icons/shield-check';
import SlidersHorizontal from '@lucide/svelte/icons/sliders-horizontal';
import Slash from '@lucide/svelte/icons/slash';
import SquarePen from '@lucide/svelte/icons/square-pen';
import SquareTerminal from '@lucide/svelte/icons/square-terminal';
import ScrollText from '@lucide/svelte/icons/scroll-text';
import ListChecks from '@lucide/svelte/icons/list-checks';
import TriangleAlert from '@lucide/svelte/icons/triangle-alert';
import Undo2 from '@lucide/svelte/icons/undo-2';
import Wrench from '@lucide/svelte/icons/wrench';
import type { ActionId } from '../actions/table.ts';
import type { Region } from '../state/workbench/region.ts';

type Icon = NonNullable<Region['icon']>;

const OF_ACTION: Partial<Record<ActionId, Icon>> = {
  compare_models: Columns3,
  prompt: MessageSquare,
  steer: MessageSquare,
  follow_up: MessageSquare,
  abort: CircleStop,
  retry: RotateCw,
  compact_retry: Archive,
  clear_queue: Undo2,
  abort_retry: CircleStop,
  bash: SquareTerminal,
  abort_bash: CircleStop,
  new_session: Plus,
  switch_session: History,
  set_session_name: Pencil,
  fork: GitFork,
  clone: CopyPlus,
  compact: Archive,
  export_html: Download,
  get_session_stats: Gauge,
  get_last_assistant_text: Copy,
  get_tree: ListTree,
  session_tree_text: ListTree,
  panel_navigate: ListTree,
  panel_label: Bookmark,
  edit_message: SquarePen,
  answer_again: RotateCw,
  new_agent: Bot,
  new_worktree_agent: GitBranchPlus,
  merge_worktree: GitMerge,
  end_worktree: GitBranch,
  end_agent: Power,
  set_model: Cpu,
  set_thinking_level: Brain,
  cycle_thinking_level: Brain,
  providers: KeyRound,
  signOut: KeyRound,
  models: Cpu,
  packages: Package,
  skills: Boxes,
  mcp: Plug,
  trust: ShieldCheck,
  panel_use_tools: Wrench,
  panel_reload: RotateCw,
  undoFrom: Undo2,
  forgetChanges: Eraser,
  toggleRail: PanelLeft,
  findFile: File,
  findSymbol: Braces,
  findInConversation: Search,
  editDraft: SquarePen,
  splitEditor: Columns2,
  follow: Locate,
  openFolder: FolderOpen,
  opensTerminal: SquareTerminal,
  theme: Palette,
  keys: Keyboard,
  restartAgent: RotateCw,
  endOtherLinks: KeyRound,
};

/** The icons of the regions that have none in the table of regions, which is in the first load. */
const OF_REGION: Record<string, Icon> = {
  chat: MessageSquare,
  editor: FileCode,
  shell: SquareTerminal,
  stored: BookOpen,
  tour: BookOpen,
  usage: ChartColumn,
  undo: Undo2,
  palette: Command,
  problems: TriangleAlert,
  review: ListChecks,
  context: Layers,
  plan: ListTodo,
  preview: AppWindow,
  side: MessageCircleQuestionMark,
  log: ScrollText,
};

/** The icons of other items, by the prefix of their id. */
const OF_KIND: Record<string, Icon> = { file: File, model: Cpu, session: History, slash: Slash };

/** The icons of actions without their own icon, by the first word of the id. */
const OF_GROUP: Record<string, Icon> = { set: SlidersHorizontal, get: Braces, agent: Bot };

/** Returns the icon for an item's id, such as `action:new_session` or `file:src/a.ts`. */
export function iconOf(id: string, regions: readonly Region[]): Icon {
  const [kind = '', name = ''] = id.split(/:(.*)/s);
  if (kind !== 'action') return OF_KIND[kind] ?? ArrowRight;
  const region = regions.find((one) => one.id === name);
  return (
    region?.icon ??
    OF_REGION[name] ??
    OF_ACTION[name as ActionId] ??
    OF_GROUP[name.split('_', 1)[0] ?? ''] ??
    ArrowRight
  );
}
