// The text that a terminal shows, without colors.
import headless from '@xterm/headless';
import type { ShellSize } from '../../shared/shells.ts';

/** Lines that are drawn at most above the screen, so that empty ones take no gigabyte. A cell takes 12 bytes. */
const [MAX_LINES, MAX_CELLS] = [10_000, 2_000_000];

/** Draws output in a terminal of its own. `isWhole`: whether no line had to be left out at the beginning. */
export async function drawText(
  bytes: Buffer,
  { cols, rows }: ShellSize,
): Promise<{ text: string; isWhole: boolean }> {
  const scrollback = Math.min(MAX_LINES, Math.floor(MAX_CELLS / cols));
  const terminal = new headless.Terminal({ allowProposedApi: true, logLevel: 'off', cols, rows, scrollback });
  const first = terminal.registerMarker(0);
  await new Promise<void>((resolve) => terminal.write(withoutLineEnd(bytes), resolve));
  const { normal } = terminal.buffer;
  const text = readLines(normal, { from: 0, to: normal.length }).trimEnd();
  const isWhole = normal.length < rows + scrollback || first?.isDisposed === false;
  terminal.dispose();
  return { text, isWhole };
}

/** Joins the lines that the terminal has wrapped. `column`: where the first line begins. */
export function readLines(
  buffer: headless.IBuffer,
  { from, to, column = 0 }: { from: number; to: number; column?: number },
): string {
  let text = '';
  for (let at = from; at < to; at += 1) {
    const [line, next] = [buffer.getLine(at)!, buffer.getLine(at + 1)];
    const goesOn = at + 1 < to && next?.isWrapped === true;
    // A wide character that did not fit leaves a cell empty.
    const isLacking =
      goesOn && next.getCell(0)?.getWidth() === 2 && line.getCell(line.length - 1)?.getChars() === '';
    const end = isLacking ? line.length - 1 : line.length;
    text += line.translateToString(!goesOn, at === from ? column : 0, end);
    if (!goesOn && at + 1 < to) text += '\n';
  }
  return text;
}

/** Leaves out the sign that zsh prints at the end of a line that a program has not ended. */
function withoutLineEnd(bytes: Buffer): Buffer {
  const end = bytes.subarray(-2000).toString('latin1');
  // eslint-disable-next-line no-control-regex -- it is made of them
  const sign = /(?:\x1b\[1m)?\x1b\[7m(?:\x1b\[1m)?[%#]\x1b\[27m(?:\x1b\[[0-9;]*m)* *\r \r$/.exec(end);
  return sign ? bytes.subarray(0, bytes.length - sign[0].length) : bytes;
}
