// Replaces the colors of the theme that extensions draw with, using those of the page, for xterm, which cannot read
// CSS.
import { tokenColors, type Hex } from './token-colors.ts';
import { channels, THEME_TOKENS, tokenOf } from './pi-theme.ts';

// eslint-disable-next-line no-control-regex -- it is a terminal sequence
const SEQUENCE = /\x1b\[([\d;]*)m/g;
const COLOR = /([34])8;2;(\d+);(\d+);(\d+)/g;

/** The opaque colors of the page, by the name of their token. */
export type PageColors = ReadonlyMap<string, readonly number[]>;

/** Reads the current colors. Transparent ones are blended with this background. */
export function pageColors(element: Element, ground: 'bg' | 'sunken'): PageColors {
  const colors = tokenColors(element, [ground, ...THEME_TOKENS]);
  const below = channels(colors[ground]!);
  return new Map(THEME_TOKENS.map((name) => [name, opaque(colors[name]!, below)]));
}

export function withPageColors(text: string, colors: PageColors): string {
  return text.replace(SEQUENCE, (sequence) =>
    sequence.replace(COLOR, (whole, layer: string, ...rgb: string[]) => {
      const token = tokenOf(rgb.slice(0, 3).join(', '));
      if (token === undefined) return whole;
      const color = token !== null && colors.get(token);
      // 39 and 49 select the terminal's default colors.
      return color ? `${layer}8;2;${color.join(';')}` : `${layer}9`;
    }),
  );
}

function opaque(color: Hex, below: readonly number[]): number[] {
  const alpha = color.length > 7 ? Number.parseInt(color.slice(7), 16) / 255 : 1;
  return channels(color).map((value, at) => Math.round(value * alpha + below[at]! * (1 - alpha)));
}
