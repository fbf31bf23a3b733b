// The xterm terminal of one shell. Unlike the terminal of a run, it gets keys, and the program may use all of it.
//
// It exists before it is shown, so that output goes on being drawn in tabs that are not. It is drawn as text, which can
// be selected, searched by the browser and read by assistive technology.
import { FitAddon } from '@xterm/addon-fit';
import type { Terminal } from '@xterm/xterm';
import { splitAtMarks } from '../../shared/shell-marks.ts';
import type { ShellCommand, ShellOutput, ShellScreen, ShellSize } from '../../shared/shells.ts';
import { CommandLines } from './command-lines.ts';
import { HeldOutput } from './held-output.ts';
import { leaveQuestions } from './left-questions.ts';
import { withModifiers } from './shell-keys.ts';
import { bytesOfBase64 } from '../lib/browser/base64.ts';
import { copyText } from '../lib/browser/clipboard.ts';
import { isMac } from '../lib/keys/keys.ts';
import { createTerminal } from '../lib/theme/page-terminal.ts';
import { screenTheme } from '../lib/theme/screen-theme.ts';
import { fileLinkProvider, type FileLinks } from '../terminal/screen/file-links.ts';
import type { ClickedLink } from '../terminal/screen/read-only-terminal.ts';
import { webLinkProvider } from '../terminal/screen/web-links.ts';
import { ScreenSearch } from '../terminal/screen/screen-search.svelte.ts';

const SCROLLBACK = 10_000;
const encoder = new TextEncoder();

/** Modifiers that the buttons of a phone set for the next key. */
export interface Modifiers {
  ctrl: boolean;
  alt: boolean;
}

interface Options {
  label: string;
  files: FileLinks;
  onLink: (link: ClickedLink) => void;
  onInput: (bytes: Uint8Array) => void;
  onImage: (image: Blob) => void;
  /** Called when a screen is needed, because more was printed than is held while the terminal was not shown. */
  onStale: () => void;
  /** Called when the user wants to search. */
  onFind: () => void;
  /** Called when the user goes to the previous command (-1), or to the next one. */
  onCommandStep: (by: 1 | -1) => void;
  /** Returns the modifiers for the key that is typed now, and takes them back. */
  takeModifiers: () => Modifiers;
  /** Called before more than one line is pasted into a program that would run each of them. */
  confirmPaste: (text: string, paste: () => void) => void;
}

export class ShellTerminal {
  readonly search: ScreenSearch;
  readonly commandLines: CommandLines;
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #options: Options;
  /** How many bytes of the output are known, and how many of them are drawn. */
  #at = 0;
  #drawn = 0;
  /** The size of the shell, once it is known. */
  #size: ShellSize | null = null;
  readonly #held: HeldOutput;

  constructor(options: Options) {
    this.#options = options;
    const root = document.documentElement;
    this.#terminal = createTerminal(root, {
      cursorBlink: true,
      cursorInactiveStyle: 'outline',
      cursorStyle: 'block',
      lineHeight: 1.15,
      scrollback: SCROLLBACK,
      macOptionIsMeta: true,
      overviewRuler: { width: 10 },
      linkHandler: { activate: (event, url) => this.#openLink(event, url) },
    });
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.registerLinkProvider(
      webLinkProvider(this.#terminal, (event, url) => this.#openLink(event, url)),
    );
    this.#terminal.registerLinkProvider(fileLinkProvider(this.#terminal, options.files));
    this.search = new ScreenSearch(this.#terminal, screenTheme(root).matches);
    this.#held = new HeldOutput({
      draw: (screen) => this.#draw(screen),
      write: (output) => this.#write(output),
      onStale: options.onStale,
    });
    this.commandLines = new CommandLines(this.#terminal, () => this.#drawn);
    this.#terminal.onData((text) => {
      const typed = text.length === 1 ? withModifiers(text, options.takeModifiers()) : text;
      options.onInput(encoder.encode(typed));
    });
    // Reports of the mouse in the old protocol are bytes.
    this.#terminal.onBinary((text) => options.onInput(Uint8Array.from(text, (each) => each.charCodeAt(0))));
    this.#terminal.attachCustomKeyEventHandler((event) => this.#onKey(event));
    leaveQuestions(this.#terminal);
  }

  /** Shows it in this element, until the returned function is called. */
  showIn(host: HTMLElement): () => void {
    const known = this.#terminal.element;
    if (known) host.append(known);
    else this.#openIn(host);
    this.updateColors();
    this.#held.show();
    // What was held may have had another size.
    if (this.#size) this.#resizeTo(this.#size);
    return () => {
      this.#held.hide();
      this.#terminal.element?.remove();
    };
  }

  #openIn(host: HTMLElement): void {
    this.#terminal.open(host);
    host.querySelector('.xterm-rows')?.removeAttribute('aria-hidden');
    this.#terminal.textarea?.setAttribute('aria-label', this.#options.label);
    this.#terminal.element?.addEventListener('paste', (event) => this.#onPaste(event), { capture: true });
  }

  /** Returns the size that fits; undefined while it is not shown. */
  get fitting(): ShellSize | undefined {
    return this.#fit.proposeDimensions();
  }

  resize(size: ShellSize): void {
    this.#size = size;
    this.#resizeTo(size);
  }

  #resizeTo({ cols, rows }: ShellSize): void {
    if (cols !== this.#terminal.cols || rows !== this.#terminal.rows) this.#terminal.resize(cols, rows);
  }

  draw(screen: ShellScreen): void {
    this.#held.onScreen(screen);
  }

  write(output: ShellOutput): void {
    this.#held.onOutput(output);
  }

  #draw({ at, screen, lines, ...size }: ShellScreen): void {
    this.#terminal.reset();
    this.#resizeTo(size);
    this.#terminal.write(screen, () => {
      this.#drawn = at;
      this.commandLines.onScreen({ lines });
    });
    this.#at = at;
  }

  #write({ at, bytes }: ShellOutput): void {
    const chunk = bytesOfBase64(bytes);
    // A part may have come with the screen already.
    const known = Math.max(0, this.#at - at);
    for (const part of splitAtMarks(chunk.subarray(known)))
      this.#terminal.write(part, () => (this.#drawn += part.length));
    this.#at = Math.max(this.#at, at + chunk.length);
  }

  focus(): void {
    this.#terminal.focus();
  }

  /** Types a text as if it were pasted. */
  paste(text: string): void {
    this.#terminal.paste(text);
  }

  /** Types a command at the prompt and runs it, unless it might not be what the user typed before. */
  runAgain({ text, isSure }: Pick<ShellCommand, 'text' | 'isSure'>): void {
    this.paste(text);
    if (isSure) this.press('\r');
    this.focus();
  }

  /** Types the bytes of a key, such as those of the buttons for a phone. */
  press(bytes: string): void {
    this.#terminal.input(bytes);
  }

  clear(): void {
    this.#terminal.clear();
  }

  setFontSize(size: number): void {
    this.#terminal.options.fontSize = size;
  }

  get selection(): string {
    return this.#terminal.getSelection();
  }

  updateColors(): void {
    const { theme, matches } = screenTheme(this.#terminal.element ?? document.documentElement);
    const { foreground, background } = theme;
    this.#terminal.options.theme = { ...theme, cursor: foreground!, cursorAccent: background! };
    this.search.marks = matches;
  }

  dispose(): void {
    this.#terminal.dispose();
  }

  /**
   * Ctrl+Shift+C and V copy and paste, as in other terminals, because Ctrl+C and Ctrl+V belong to the program. In the same
   * way, F searches, and Z and X go from command to command. On a Mac it is Cmd, which no program gets.
   */
  #onKey(event: KeyboardEvent): boolean {
    const isOurs = (isMac ? event.metaKey : event.ctrlKey) && event.shiftKey && !event.altKey;
    const { onFind, onCommandStep } = this.#options;
    const acts: Record<string, () => void> = {
      KeyF: onFind,
      KeyZ: () => onCommandStep(-1),
      KeyX: () => onCommandStep(1),
      ...(!isMac && { KeyC: () => this.#copy() }),
    };
    const act = isOurs ? acts[event.code] : undefined;
    if (act) {
      // The browser's own Ctrl+Shift+C would open its tools.
      event.preventDefault();
      if (event.type === 'keydown') act();
      return false;
    }
    // The browser pastes by itself.
    return !(isOurs && !isMac && event.code === 'KeyV');
  }

  #copy(): void {
    if (this.selection !== '') void copyText(this.selection);
  }

  #onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const image = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
    if (text === '' && image) {
      event.preventDefault();
      this.#options.onImage(image);
    }
    const runsLines = !this.#terminal.modes.bracketedPasteMode && /[\r\n]./s.test(text);
    if (!runsLines) return;
    event.preventDefault();
    event.stopPropagation();
    this.#options.confirmPaste(text, () => this.paste(text));
  }

  #openLink(event: MouseEvent, url: string): void {
    const at = { x: event.clientX, y: event.clientY };
    const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
    // The click that follows would close the card (see `openTerminal`).
    if (isWeb) setTimeout(() => this.#options.onLink({ url, at }));
  }
}
