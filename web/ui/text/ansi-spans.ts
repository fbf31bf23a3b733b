// Converts color sequences to styled spans, with anser. Imported only when a text on the page has colors.
import Anser from 'anser';
import { onlyColors } from '../../lib/format/ansi.ts';
import { tokenOf } from '../../lib/theme/pi-theme.ts';
import { onBackground, readable } from './ansi-contrast.ts';

/** Text in one style. */
export interface AnsiSpan {
  text: string;
  /** CSS declarations. They contain only fixed words, and numbers from the text. */
  style: string;
}

/** anser's types lack `isInverted`. For inverted text, anser swaps the colors, with black and white as defaults. */
type Part = ReturnType<typeof Anser.ansiToJson>[number] & { isInverted?: boolean };

/** How many spans a text may have. More would slow down the page, so the rest of the text is plain. */
const MAX_SPANS = 2000;

export function ansiSpans(text: string): AnsiSpan[] {
  const parts = Anser.ansiToJson(withSemicolons(onlyColors(text)), {
    json: true,
    use_classes: true,
    remove_empty: true,
  });
  const spans = parts.slice(0, MAX_SPANS).map((part) => ({ text: part.content, style: styleOf(part) }));
  const rest = parts.slice(MAX_SPANS).map(({ content }) => content);
  return rest.length > 0 ? [...spans, { text: rest.join(''), style: '' }] : spans;
}

function styleOf({ fg, bg, fg_truecolor, bg_truecolor, decorations, isInverted = false }: Part): string {
  const front = isInverted && fg === 'ansi-black' ? 'var(--bg)' : color(fg, fg_truecolor);
  const back = isInverted && bg === 'ansi-white' ? 'var(--text)' : color(bg, bg_truecolor);
  const style: string[] = [];
  const shown = back ? onBackground(front, back) : front && readable(front);
  if (shown) style.push(`color:${shown}`);
  if (back) style.push(`background:${back}`);
  if (decorations.includes('bold')) style.push('font-weight:650');
  // Fainter text than this could not be read. A color of its own stays as it is.
  if (decorations.includes('dim') && !shown) style.push('color:var(--text-3)');
  if (decorations.includes('italic')) style.push('font-style:italic');
  const lines = [
    ...(decorations.includes('underline') ? ['underline'] : []),
    ...(decorations.includes('strikethrough') ? ['line-through'] : []),
  ];
  if (lines.length > 0) style.push(`text-decoration:${lines.join(' ')}`);
  return style.join(';');
}

/** The sixteen named colors and the colors of pi's theme become tokens of the page; all others are used unchanged. */
function color(name: string | null, rgb: string | null): string | null {
  if (!name) return null;
  if (name === 'ansi-truecolor') {
    const token = tokenOf(rgb ?? '');
    return token === undefined ? `rgb(${rgb})` : token && `var(--${token})`;
  }
  const index = /^ansi-palette-(\d+)$/.exec(name)?.[1];
  return index ? `rgb(${cube(Number(index))})` : `var(--${name})`;
}

/** Returns one of xterm's 256 colors, from 16 on: a 6x6x6 cube, followed by 24 grays. */
function cube(index: number): string {
  if (index >= 232)
    return Array<number>(3)
      .fill(8 + (index - 232) * 10)
      .join(', ');
  const level = (step: number): number => (step === 0 ? 0 : 55 + step * 40);
  const n = index - 16;
  return [Math.floor(n / 36), Math.floor(n / 6) % 6, n % 6].map(level).join(', ');
}

/** Rewrites `38:2::R:G:B` and `4:3` with semicolons, because anser does not know colons and would print them. */
function withSemicolons(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/\x1b\[([\d:;]*)m/g, (sequence, codes: string) => {
    if (!codes.includes(':')) return sequence;
    const plain = codes
      .split(';')
      .map((code) =>
        /^[34]8:/.test(code)
          ? code.replace(/^([34]8:2):\d*:(?=\d+:\d+:\d+)/, '$1:').replaceAll(':', ';')
          : code.split(':')[0],
      );
    return `\x1b[${plain.join(';')}m`;
  });
}
