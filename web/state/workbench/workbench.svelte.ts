// The state of this page: its open regions, file and run. Local to the page, remembered by the browser,
// never sent. Regions meet here: a chat card asks for a run or a file, the terminal or the editor shows it.
import { MediaQuery } from 'svelte/reactivity';
import { layoutMode } from '../../lib/breakpoints.ts';
import type { PlanRequest } from '../../../shared/changes.ts';
import { claimFocus, NO_CLAIM, type FocusClaim } from '../../lib/browser/focus-claim.ts';
import { asObject, Persisted } from '../../lib/storage/persisted.ts';
import type { ComposerPort } from './composer-port.ts';
import { Appearance } from '../preferences/appearance.svelte.ts';
import { EditorOptions } from '../preferences/editor-options.svelte.ts';
import { Follow } from './follow.svelte.ts';
import { Pickers } from './pickers.svelte.ts';
import { Port } from './port.ts';
import type { DialogsPort, EditorPort, FocusPort, TranscriptPort } from './region-ports.ts';
import type { Region, Slot } from './region.ts';
import { storedLayout, storeLayout } from './stored-layout.ts';
import { TypedAhead } from './typed-ahead.svelte.ts';
import type { EntryRequest, FileRequest, PlaceInFile, ReviewRequest, StoredRequest } from './requests.ts';

export type Theme = 'system' | 'light' | 'dark';

/** The list in the palette: everything, or only one kind. */
export type PaletteScope = 'all' | 'files' | 'commands';

const systemIsDark = new MediaQuery('(prefers-color-scheme: dark)');

interface Stored {
  theme: Theme;
  opensTerminal: boolean;
}

/** Shared by all workspaces. */
const stored = new Persisted<Stored>({
  area: 'browser',
  key: 'pi-panel.workbench',
  parse: (value) => {
    const { theme, opensTerminal } = asObject(value);
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : 'system',
      opensTerminal: opensTerminal === true,
    };
  },
});

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
  readonly follow = new Follow((place) => this.#requestFile(place.path, place, NO_CLAIM));

  /** Id of the region that a phone shows. */
  #tab = $state('chat');
  theme = $state<Theme>('system');
  /** Id of the open panel of the rail; null when it is folded away. */
  rail = $state<string | null>('files');
  /** Null until the user chose in this workspace: then it is folded, unless `opensTerminal`. */
  isTerminalOpen = $state<boolean | null>(null);
  /** The user wants the terminal to open by itself as soon as it has something to show. */
  opensTerminal = $state(false);
  /** Id of the region that covers the terminal, such as the event log. */
  cover = $state<string | null>(null);
  /** Id of the open overlay. */
  overlay = $state<string | null>(null);
  paletteScope = $state<PaletteScope>('all');
  /** Id of the page that the settings show. */
  settingsPage = $state('pi');
  /** True while the editor has at least one file open: only then it gets room. */
  hasOpenFiles = $state(false);
  /** Path of the file that the editor shows. */
  shownFile = $state<string | null>(null);
  /** The run that the terminal shows; null follows the newest running one. */
  selectedRun = $state<string | null>(null);
  fileRequest = $state.raw<FileRequest | null>(null);
  /** The tool call that the chat scrolls to; counts, so that asking twice is two requests. */
  callRequest = $state.raw<{ id: string; n: number } | null>(null);
  /** The message that the chat scrolls to, by the key of its entry; counts likewise. */
  messageRequest = $state.raw<{ key: string; n: number } | null>(null);
  /** The entry that the chat scrolls to once it shows this session. */
  entryRequest = $state.raw<EntryRequest | null>(null);
  /** Which turns the list of changes and the review show. */
  changeScope = $state<'turn' | 'since' | 'session' | 'head'>('session');
  /** The scope of the review, one turn or all of it, and the file or hunk that it begins with. */
  reviewRequest = $state.raw<ReviewRequest | null>(null);
  /** The changes that the open dialog undoes; null: the newest turn. */
  undoRequest = $state.raw<PlanRequest | null>(null);
  /** The stored session that is read without pi; null: the one that the page shows. */
  storedRequest = $state.raw<StoredRequest | null>(null);
  /** The conversation that was shown last in this workspace was empty. */
  isConversationEmpty = $state(true);
  /** Pane sizes in px, by the name of the divider. */
  sizes = $state<Record<string, number>>({});
  /** The workspace whose layout is shown; empty until it is known. */
  #workspace = '';

  constructor(regions: readonly Region[]) {
    this.regions = regions;
    const { theme, opensTerminal } = stored.get();
    this.theme = theme;
    this.opensTerminal = opensTerminal;
  }

  /** Shows the layout that this workspace had last. */
  openWorkspace(workspace: string): void {
    if (workspace === this.#workspace) return;
    this.#workspace = workspace;
    const { rail, terminal, files, isEmpty, sizes } = storedLayout(workspace);
    this.isConversationEmpty = isEmpty;
    // A panel that this version does not have is not opened.
    const hasPanel = this.regionsIn('rail').some(({ id }) => id === rail);
    // The list of all agents belongs to no workspace: going from one agent to the next leaves it open.
    if (this.rail !== 'agents') this.rail = rail === null || hasPanel ? rail : 'files';
    this.isTerminalOpen = terminal;
    // Until the editor is loaded and knows its files, its room is reserved.
    this.hasOpenFiles = files;
    this.sizes = sizes;
  }

  regionsIn(slot: Slot): Region[] {
    return this.regions.filter((region) => region.slot === slot);
  }

  /** The color scheme in use, for what cannot follow CSS (Monaco, xterm). */
  get scheme(): 'light' | 'dark' {
    if (this.appearance.piTheme) return this.appearance.piTheme.scheme;
    if (this.theme !== 'system') return this.theme;
    return systemIsDark.current ? 'dark' : 'light';
  }

  /** To be called from an effect that reads all of it. */
  store(): void {
    stored.set({ theme: this.theme, opensTerminal: this.opensTerminal });
    const layout = {
      rail: this.rail,
      terminal: this.isTerminalOpen,
      files: this.hasOpenFiles,
      isEmpty: this.isConversationEmpty,
      sizes: $state.snapshot(this.sizes),
    };
    if (this.#workspace) storeLayout(this.#workspace, layout);
  }

  get tab(): string {
    return this.#tab;
  }

  set tab(tab: string) {
    this.#tab = tab;
    // On a phone a cover lies over every region.
    if (layoutMode() === 'narrow') this.cover = null;
  }

  openPalette(scope: PaletteScope): void {
    this.paletteScope = scope;
    this.overlay = 'palette';
  }

  openSettings(page: string): void {
    this.settingsPage = page;
    this.overlay = 'settings';
  }

  setOpensTerminal(isWanted: boolean): void {
    this.opensTerminal = isWanted;
    if (isWanted) this.isTerminalOpen = null;
  }

  showRun(id: string): void {
    this.selectedRun = id;
    this.cover = null;
    this.isTerminalOpen = true;
    this.tab = 'terminal';
  }

  /** Scrolls the conversation to where this run was started. */
  showCall(id: string): void {
    this.callRequest = { id, n: (this.callRequest?.n ?? 0) + 1 };
    this.tab = 'chat';
  }

  /** Scrolls the conversation to a message, by the key of its entry. */
  showMessage(key: string): void {
    this.messageRequest = { key, n: (this.messageRequest?.n ?? 0) + 1 };
    this.tab = 'chat';
  }

  /** Scrolls the conversation of this session to an entry, or to the card of a tool call of it. */
  showEntry(request: EntryRequest): void {
    this.entryRequest = request;
    this.tab = 'chat';
  }

  /** Opens a stored session to read it, without pi. */
  readStored(request: StoredRequest): void {
    this.storedRequest = request;
    this.overlay = 'stored';
  }

  /** Opens the review: of one turn, or of the scope that the user chose last. */
  showReview(request: ReviewRequest = {}): void {
    this.reviewRequest = request;
    this.cover = 'review';
    this.focus.find()?.enter('review');
  }

  /** Hides the region that covers another one; the focus goes back to where it was before. */
  closeCover(): void {
    const { cover } = this;
    this.cover = null;
    if (cover !== null) this.focus.find()?.leave(cover);
  }

  /** Shows what an undo or redo would do, and asks for confirmation. */
  showUndo(request: PlanRequest): void {
    this.undoRequest = request;
    this.overlay = 'undo';
  }

  /** `isFocusFree`: claimed when the user asked, if that was earlier. */
  showFile(path: string, where: PlaceInFile = {}, isFocusFree: FocusClaim = claimFocus()): void {
    // On a touch screen the focus would open a keyboard that covers half of the file.
    this.#requestFile(path, where, matchMedia('(pointer: fine)').matches ? isFocusFree : NO_CLAIM);
    this.tab = 'editor';
  }

  #requestFile(path: string, { line, diffOf }: PlaceInFile, isFocusFree: FocusClaim): void {
    const n = (this.fileRequest?.n ?? 0) + 1;
    this.fileRequest = {
      path,
      isFocusFree,
      n,
      ...(line !== undefined && { line }),
      ...(diffOf && { diffOf }),
    };
    this.hasOpenFiles = true;
  }
}
