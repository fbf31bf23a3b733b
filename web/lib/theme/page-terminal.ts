// An xterm terminal with the font and the contrast of the page. It counts the columns of emoji as Unicode 11 does.
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { Terminal, type ITerminalInitOnlyOptions, type ITerminalOptions } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { codeFont } from './code-font.ts';
import './dim-text.css';

export function createTerminal(
  host: HTMLElement,
  options: ITerminalOptions & ITerminalInitOnlyOptions,
): Terminal {
  const terminal = new Terminal({
    allowProposedApi: true,
    // It would report each odd byte of a binary file.
    logLevel: 'off',
    cursorInactiveStyle: 'none',
    cursorStyle: 'bar',
    minimumContrastRatio: 4.5,
    fontFamily: getComputedStyle(host).getPropertyValue('--mono'),
    fontSize: codeFont().fontSize,
    ...options,
  });
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  return terminal;
}
