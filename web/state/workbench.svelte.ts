// What this page has open: which regions, which file, which run. Local to the page, remembered by the browser,
// never sent. Regions meet here: a chat card asks for a run or a file, the terminal or the editor shows it.
import { MediaQuery } from 'svelte/reactivity';
import type { TakenMessage } from '../../shared/wire.ts';
import { isPageAction, type ActionId, type PageActionId } from '../lib/keys.ts';

export type Tab = 'chat' | 'files' | 'editor' | 'terminal' | 'sessions';
export type Rail = 'files' | 'sessions';
export type Theme = 'system' | 'light' | 'dark';

/** What one tool run changed in a file, or all those of the conversation together. */
export type DiffOf = { run: string } | 'conversation';

export interface FileRequest {
  path: string;
  /** 1-based. */
  line?: number;
  /** Show what changed in it, as a diff. */
  diffOf?: DiffOf;
  /** Counts, so that asking for the same file twice is two requests. */
  n: number;
}

/** Something to do, asked for by a key or a slash command instead of by a row of the palette. */
export interface ActionRequest {
  id: ActionId;
  /** Counts, so that asking twice is two requests. */
  n: number;
}

const KEY = 'pi-panel.workbench';

const isNarrow = new MediaQuery('(max-width: 699px)');
const systemIsDark = new MediaQuery('(prefers-color-scheme: dark)');

interface Stored {
  theme?: Theme;
  rail?: Rail | null;
  terminal?: boolean | null;
  files?: boolean;
  sizes?: Record<string, number>;
}

export class Workbench {
  /** The region that a phone shows. */
  #tab = $state<Tab>('chat');
  theme = $state<Theme>('system');
  /** The open panel of the rail; null when it is folded away. */
  rail = $state<Rail | null>('files');
  /** Null until the person chose: then it takes room as soon as it has something to show. */
  isTerminalOpen = $state<boolean | null>(null);
  /** True while the editor has at least one file open: only then it gets room. */
  hasOpenFiles = $state(false);
  /** Path of the file that the editor shows. */
  shownFile = $state<string | null>(null);
  /** The run that the terminal shows; null follows the newest running one. */
  selectedRun = $state<string | null>(null);
  fileRequest = $state.raw<FileRequest | null>(null);
  /** The tool call that the chat is to bring into sight; counts, so that asking twice is two requests. */
  callRequest = $state.raw<{ id: string; n: number } | null>(null);
  isPaletteOpen = $state(false);
  /** Typed for the palette before its code was there. */
  typedAhead = $state('');
  /** Enter was pressed after it. */
  isEnteredAhead = $state(false);
  isKeyTableOpen = $state(false);
  isLogOpen = $state(false);
  /** What the palette is to do without being opened first; it opens when there is something to ask. */
  actionRequest = $state.raw<ActionRequest | null>(null);
  /** Pane sizes in px or percent, by the name of the divider. */
  sizes = $state<Record<string, number>>({});
  /** Set by the composer: puts text into the draft without losing what stands there. */
  insertIntoDraft: ((text: string) => void) | null = null;
  /** Set by the composer: what was queued and will not be delivered, with its pictures, before what stands there. */
  giveBack: ((messages: readonly TakenMessage[]) => void) | null = null;
  focusComposer: (() => void) | null = null;
  /** Set by the composer: to be called when what had the focus may be gone. */
  catchFocus: (() => void) | null = null;
  /** Set by the frame, for what it does itself. */
  doOnPage: ((id: PageActionId) => void) | null = null;
  /** Set by the dialogs: puts the focus on the question that waits longest. */
  focusDialog: (() => void) | null = null;

  constructor() {
    const stored = readStored();
    this.theme = stored.theme ?? 'system';
    if (stored.rail !== undefined) this.rail = stored.rail;
    this.isTerminalOpen = stored.terminal ?? null;
    // The editor knows better as soon as it is there; until then its room is kept.
    this.hasOpenFiles = stored.files ?? false;
    this.sizes = stored.sizes ?? {};
  }

  /** What `theme` comes to now, for what cannot follow CSS (Monaco, xterm). */
  get scheme(): 'light' | 'dark' {
    if (this.theme !== 'system') return this.theme;
    return systemIsDark.current ? 'dark' : 'light';
  }

  /** To be called from an effect that reads all of it. */
  store(): void {
    const stored: Stored = {
      theme: this.theme,
      rail: this.rail,
      terminal: this.isTerminalOpen,
      files: this.hasOpenFiles,
      sizes: $state.snapshot(this.sizes),
    };
    localStorage.setItem(KEY, JSON.stringify(stored));
  }

  get tab(): Tab {
    return this.#tab;
  }

  set tab(tab: Tab) {
    this.#tab = tab;
    // There the log lies over whatever region is shown.
    if (isNarrow.current) this.isLogOpen = false;
  }

  /** Gives it once. */
  takeTypedAhead(): { text: string; isEntered: boolean } {
    const typed = { text: this.typedAhead, isEntered: this.isEnteredAhead };
    this.typedAhead = '';
    this.isEnteredAhead = false;
    return typed;
  }

  act(id: ActionId): void {
    if (isPageAction(id)) this.doOnPage?.(id);
    else this.actionRequest = { id, n: (this.actionRequest?.n ?? 0) + 1 };
  }

  showRun(id: string): void {
    this.selectedRun = id;
    this.isLogOpen = false;
    this.isTerminalOpen = true;
    this.tab = 'terminal';
  }

  /** Where the conversation asked for this run. */
  showCall(id: string): void {
    this.callRequest = { id, n: (this.callRequest?.n ?? 0) + 1 };
    this.tab = 'chat';
  }

  showFile(path: string, where: { line?: number; diffOf?: DiffOf } = {}): void {
    this.fileRequest = { path, ...where, n: (this.fileRequest?.n ?? 0) + 1 };
    this.hasOpenFiles = true;
    this.tab = 'editor';
  }
}

function readStored(): Stored {
  const text = localStorage.getItem(KEY);
  return text ? (JSON.parse(text) as Stored) : {};
}
