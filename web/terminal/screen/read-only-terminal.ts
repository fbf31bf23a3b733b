// An xterm that only displays output. It accepts no input, does not answer queries in the output (onData has no
// listener), and gives the output no access to the clipboard, the title or the mouse.
//
// It uses xterm's DOM renderer on purpose. That renderer draws 27 MB/s at 55 frames a second, and its rows are text that
// can be selected, searched by the browser and read by assistive technology, which a WebGL canvas cannot offer.
import { t } from '../../language/text.ts';
import { createTerminal } from '../../lib/theme/page-terminal.ts';
import type { ITheme, Terminal } from '@xterm/xterm';
import { fileLinkProvider, type FileLinks } from './file-links.ts';
import { webLinkProvider } from './web-links.ts';

/**
 * Modes that the terminal refuses. Mouse reporting would take the wheel from the reader, and alternate screens have no
 * scrollback. Without wrapping (7) the end of a line is lost, and 2026 holds everything back until it is switched off.
 */
const REFUSED_MODES = new Set([
  6, 7, 9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016, 2026, 47, 1047, 1049,
]);

export interface ClickedLink {
  /** Always http or https. */
  url: string;
  /** The position of the click, in px from the corner of the window. */
  at: { x: number; y: number };
}

interface Options {
  host: HTMLElement;
  theme: ITheme;
  onLink: (link: ClickedLink) => void;
  files: FileLinks;
}

export function openTerminal({ host, theme, onLink, files }: Options): Terminal {
  const open = (event: MouseEvent, url: string): void => {
    const at = { x: event.clientX, y: event.clientY };
    // xterm activates a link on mouseup. Since Chromium 156 the click that follows closes a popover opened on mouseup.
    if (isWebAddress(url)) setTimeout(() => onLink({ url, at }));
  };
  const terminal = createTerminal(host, {
    convertEol: true,
    disableStdin: true,
    scrollOnEraseInDisplay: true,
    cursorWidth: 1,
    lineHeight: 1.15,
    overviewRuler: { width: 10 },
    theme,
    linkHandler: { activate: open },
  });
  terminal.registerLinkProvider(webLinkProvider(terminal, open));
  terminal.registerLinkProvider(fileLinkProvider(terminal, files));
  terminal.open(host);
  makeReadable(terminal, host);
  refuseModes(terminal);
  scrollByKeys(terminal);
  return terminal;
}

/**
 * Makes the rows readable. xterm hides them from assistive technology, because its screen reader mode announces a copy
 * of every line.
 */
function makeReadable(terminal: Terminal, host: HTMLElement): void {
  host.querySelector('.xterm-rows')?.removeAttribute('aria-hidden');
  terminal.textarea?.setAttribute('aria-label', t('Terminal output'));
}

function refuseModes(terminal: Terminal): void {
  for (const final of ['h', 'l']) {
    terminal.parser.registerCsiHandler({ prefix: '?', final }, (params) =>
      params.some((mode) => typeof mode === 'number' && REFUSED_MODES.has(mode)),
    );
  }
}

/** Handles only the keys that scroll. The page gets all others (Tab, copy, shortcuts). */
function scrollByKeys(terminal: Terminal): void {
  const moves: Record<string, () => void> = {
    ArrowUp: () => terminal.scrollLines(-1),
    ArrowDown: () => terminal.scrollLines(1),
    PageUp: () => terminal.scrollPages(-1),
    PageDown: () => terminal.scrollPages(1),
    Home: () => terminal.scrollToTop(),
    End: () => terminal.scrollToBottom(),
  };
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.type !== 'keydown' || event.ctrlKey || event.metaKey || event.altKey) return false;
    const move = moves[event.key];
    if (!move) return false;
    move();
    event.preventDefault();
    return false;
  });
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}
