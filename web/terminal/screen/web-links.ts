// Turns web addresses into links in the output of a program.
import type { ILink, ILinkProvider, Terminal } from '@xterm/xterm';
import { addressesIn } from '../../lib/format/addresses.ts';
import { lineAt } from './file-links.ts';

export function webLinkProvider(
  terminal: Terminal,
  open: (event: MouseEvent, url: string) => void,
): ILinkProvider {
  return {
    provideLinks(row, callback) {
      const { text, cells } = lineAt(terminal.buffer.active, row - 1);
      callback(
        addressesIn(text).map(({ url, start, end }): ILink => ({
          range: { start: cells[start]!.start, end: cells[end - 1]!.end },
          text: url,
          activate: open,
        })),
      );
    },
  };
}
