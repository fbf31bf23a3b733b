// The state of this page: its open regions, file and run. It is stored in the browser and never sent. Regions
// communicate through it. For instance, a chat card requests a run or a file, and the terminal or the editor shows it.
import { MediaQuery } from 'svelte/reactivity';
import { layoutMode } from '../../lib/breakpoints.ts';
import type { PlanRequest } from '../../../shared/changes.ts';
import { claimFocus, NO_CLAIM, type FocusClaim } from '../../lib/browser/focus-claim.ts';
import type { ComposerPort } from './composer-port.ts';
import { Appearance } from '../preferences/appearance.svelte.ts';
import { EditorOptions } from '../preferences/editor-options.svelte.ts';
import { PageSettings } from '../preferences/page-settings.svelte.ts';
import { Follow } from './follow.svelte.ts';
import { Pickers } from './pickers.svelte.ts';
import { Port } from './port.ts';
import type { DialogsPort, EditorPort, FocusPort, TranscriptPort } from './region-ports.ts';
import type { Region, Slot } from './region.ts';
import { storedLayout, storeLayout } from './stored-layout.ts';
import { TypedAhead } from './typed-ahead.svelte.ts';
import type {
  ChangeScope,
  ChatPlace,
  DiffOf,
  FileRequest,
  PlaceInFile,
  ReviewRequest,
  StoredRequest,
  UsageScope,
} from './requests.ts';

/** The items that the palette lists: all, or those of one kind. */
export type PaletteScope = 'all' | 'files' | 'symbols' | 'commands';

const systemIsDark = new MediaQuery('(prefers-color-scheme: dark)');

/** The panel of a workspace that was never shown. */
const FIRST_RAIL = 'files';

export class Workbench {
  readonly regions: readonly Region[];
  readonly composer = new Port<ComposerPort>('composer');
  readonly transcript = new Port<TranscriptPort>('conversation');
  readonly dialogs = new Port<DialogsPort>('dialog dock');
  readonly editor = new Port<EditorPort>('editor');
  readonly focus = new Port<FocusPort>('frame');
  readonly pickers = new Pickers();
  readonly typedAhead = new TypedAhead();
  readonly appearance = new Appearance();
  readonly editorOptions = new EditorOptions();
  readonly settings = new PageSettings();
  readonly follow = new Follow((place) =>
    this.#requestFile(place.path, { ...place, isPreview: true }, NO_CLAIM),
  );

  /** The id of the region that a phone shows. */
  #tab = $state('chat');
  /** The id of the open panel in the rail. Null while the rail is collapsed. */
  rail = $state<string | null>(FIRST_RAIL);
  /** Null until the user has opened or closed the terminal in this workspace. Until then a setting decides. */
  isTerminalOpen = $state<boolean | null>(null);
  /** The ids of the regions that cover those of their slot. The newest is the last one. */
  #covers = $state.raw<Partial<Record<Slot, string>>>({});
  /** The id of the cover that was hidden to show a file, until the user opens or closes a cover in its place. */
  hiddenCover = $state<string | null>(null);
  /** The id of the open overlay. */
  overlay = $state<string | null>(null);
  paletteScope = $state<PaletteScope>('all');
  /** What the user typed behind `/side`. */
  sideQuestion = $state('');
  /** What the usage is about. */
  usageScope = $state<UsageScope>('all');
  /** The id of the open settings page. */
  settingsPage = $state('pi');
  /** Whether the editor has at least one open file. Without one, the layout has no room for it. */
  hasOpenFiles = $state(false);
  /** The path of the file that the editor shows. */
  shownFile = $state<string | null>(null);
  /** Set if the editor shows changes to the file instead of the file. */
  shownDiff = $state.raw<DiffOf | null>(null);
  /** The id of the run that the terminal shows. Null follows the newest running one. */
  selectedRun = $state<string | null>(null);
  fileRequest = $state.raw<FileRequest | null>(null);
  /** The place to which the chat scrolls. An entry waits until the chat shows its session. */
  chatRequest = $state.raw<ChatPlace | null>(null);
  /** The changes that the list of changes and the review show. */
  changeScope = $state<ChangeScope>('session');
  /** The turn to which the review is limited, if any, and the file or hunk at which it starts. */
  reviewRequest = $state.raw<ReviewRequest | null>(null);
  /** The path of the file whose commits the history is to show, until it does. */
  fileHistory = $state<string | null>(null);
  /** The changes that the open dialog undoes. Null means those of the newest turn. */
  undoRequest = $state.raw<PlanRequest | null>(null);
  /** The stored session that the user reads without starting pi. */
  storedRequest = $state.raw<StoredRequest | null>(null);
  /** Whether the last conversation on the page in this workspace was empty. */
  isConversationEmpty = $state(true);
  /** The sizes of the panes in px, by the name of the divider. */
  sizes = $state<Record<string, number>>({});
  /** The workspace whose layout is shown. Empty until the workspace is known. */
  #workspace = '';
  /** The layout that the page itself chose until the workspace is known; null afterwards. */
  #provisional: Pick<Workbench, 'rail' | 'isTerminalOpen'> | null = {
    rail: FIRST_RAIL,
    isTerminalOpen: null,
  };

  constructor(regions: readonly Region[]) {
    this.regions = regions;
  }

  /**
   * Restores the last layout of this workspace. Regions that the user opened or closed before the workspace was known
   * stay as they are.
   */
  openWorkspace(workspace: string, { isLikely = false } = {}): void {
    const before = this.#provisional;
    if (!isLikely) this.#provisional = null;
    if (workspace === this.#workspace) return;
    this.#workspace = workspace;
    this.follow.forget();
    const { rail, terminal, files, isEmpty, sizes } = storedLayout(workspace);
    this.isConversationEmpty = isEmpty;
    // The stored panel may not exist in this version.
    const hasPanel = this.regionsIn('rail').some(({ id }) => id === rail);
    // The list of all agents does not belong to a workspace, so it stays open when the user goes from agent to agent.
    const isRailChosen = this.rail === 'agents' || (before && this.rail !== before.rail);
    if (!isRailChosen) this.rail = rail === null || hasPanel ? rail : FIRST_RAIL;
    if (!before || this.isTerminalOpen === before.isTerminalOpen) this.isTerminalOpen = terminal;
    if (isLikely) this.#provisional = { rail: this.rail, isTerminalOpen: this.isTerminalOpen };
    // Reserves the room of the editor until its code is loaded and its files are known.
    this.hasOpenFiles = files;
    this.sizes = sizes;
  }

  regionsIn(slot: Slot): Region[] {
    return this.regions.filter((region) => region.slot === slot);
  }

  /** The current color scheme, for Monaco and xterm, which CSS does not reach. */
  get scheme(): 'light' | 'dark' {
    if (this.appearance.piTheme) return this.appearance.piTheme.scheme;
    const { theme } = this.settings.now;
    if (theme !== 'system') return theme;
    return systemIsDark.current ? 'dark' : 'light';
  }

  /** Must be called from an effect, which then runs again after each change. */
  store(): void {
    const layout = {
      rail: this.rail,
      terminal: this.isTerminalOpen,
      files: this.hasOpenFiles,
      isEmpty: this.isConversationEmpty,
      sizes: { ...this.sizes },
    };
    if (this.#workspace) storeLayout(this.#workspace, layout);
  }

  get tab(): string {
    return this.#tab;
  }

  set tab(tab: string) {
    this.#tab = tab;
    // On a phone, a cover hides every other region.
    if (layoutMode() === 'narrow') this.#setCovers({});
  }

  /** The id of the newest cover, such as the review or the shells. It is the only one that a narrow page shows. */
  get cover(): string | null {
    return Object.values(this.#covers).at(-1) ?? null;
  }

  /** The id of the region that covers the others of this slot. */
  coverIn(slot: Slot): string | null {
    return this.#covers[slot] ?? null;
  }

  isCovering(id: string): boolean {
    return Object.values(this.#covers).includes(id);
  }

  showCover(id: string): void {
    const { slot } = this.regions.find((region) => region.id === id)!;
    this.uncover(slot, { [slot]: id });
  }

  /** Shows the regions of this slot that are covered, or another cover. */
  uncover(slot: Slot, covers: Partial<Record<Slot, string>> = {}): void {
    const { [slot]: _, ...others } = this.#covers;
    this.#setCovers({ ...others, ...covers });
  }

  #setCovers(covers: Partial<Record<Slot, string>>): void {
    if (this.#covers.center !== covers.center) this.hiddenCover = null;
    this.#covers = covers;
  }

  openPalette(scope: PaletteScope): void {
    this.paletteScope = scope;
    this.overlay = 'palette';
  }

  openSettings(page: string): void {
    this.settingsPage = page;
    this.overlay = 'settings';
  }

  showRun(id: string): void {
    this.selectedRun = id;
    this.uncover('below');
    this.isTerminalOpen = true;
    this.tab = 'terminal';
  }

  /** Scrolls the conversation to a place. */
  showInChat(place: ChatPlace): void {
    this.chatRequest = place;
    this.tab = 'chat';
  }

  /** Opens a stored session for reading, without starting pi. */
  readStored(request: StoredRequest): void {
    this.storedRequest = request;
    this.overlay = 'stored';
  }

  /** Opens the review, of one turn or of the scope that the user chose last. */
  showReview(request: ReviewRequest = {}): void {
    this.reviewRequest = request;
    this.showCover('review');
    this.focus.find()?.enter('review');
  }

  /** Hides the region that covers another one, and moves the focus back to where it was before. */
  closeCover(slot: Slot): void {
    const cover = this.coverIn(slot);
    this.uncover(slot);
    if (cover !== null) this.focus.find()?.leave(cover);
  }

  /** Shows what an undo or redo would do, and asks for confirmation. */
  showUndo(request: PlanRequest): void {
    this.undoRequest = request;
    this.overlay = 'undo';
  }

  /** `isFocusFree` must be claimed at the moment of the user's request; by default, that is now. */
  showFile(path: string, where: PlaceInFile = {}, isFocusFree: FocusClaim = claimFocus()): void {
    // On a touch screen the focus would open a keyboard that covers half of the file.
    this.#requestFile(path, where, matchMedia('(pointer: coarse)').matches ? NO_CLAIM : isFocusFree);
    const covering = this.coverIn('center');
    this.tab = 'editor';
    if (covering === null) return;
    this.uncover('center');
    this.hiddenCover = covering;
  }

  #requestFile(path: string, where: PlaceInFile, isFocusFree: FocusClaim): void {
    this.fileRequest = { ...where, path, workspace: this.#workspace, isFocusFree };
    this.hasOpenFiles = true;
  }
}
