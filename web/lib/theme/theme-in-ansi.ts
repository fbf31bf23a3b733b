// Rewrites the colours of the theme that extensions draw with to those of the page, for xterm, which cannot read CSS.
import { tokenColors, type Hex } from './token-colors.ts';
import { channels, THEME_TOKENS, tokenOf } from './pi-theme.ts';

// eslint-disable-next-line no-control-regex -- it is a terminal sequence
const SEQUENCE = /\x1b\[([\d;]*)m/g;
const COLOUR = /([34])8;2;(\d+);(\d+);(\d+)/g;

/** By the name of their token, opaque. */
export type PageColors = ReadonlyMap<string, readonly number[]>;

/** As they are now, on this ground. */
export function pageColors(element: Element, ground: 'bg' | 'sunken'): PageColors {
  const colors = tokenColors(element, [ground, ...THEME_TOKENS]);
  const below = channels(colors[ground]!);
  return new Map(THEME_TOKENS.map((name) => [name, opaque(colors[name]!, below)]));
}

export function withPageColors(text: string, colors: PageColors): string {
  return text.replace(SEQUENCE, (sequence) =>
    sequence.replace(COLOUR, (whole, layer: string, ...rgb: string[]) => {
      const token = tokenOf(rgb.slice(0, 3).join(', '));
      if (token === undefined) return whole;
      const color = token !== null && colors.get(token);
      // 39 and 49 are the terminal's own.
      return color ? `${layer}8;2;${color.join(';')}` : `${layer}9`;
    }),
  );
}

function opaque(color: Hex, below: readonly number[]): number[] {
  const alpha = color.length > 7 ? Number.parseInt(color.slice(7), 16) / 255 : 1;
  return channels(color).map((value, at) => Math.round(value * alpha + below[at]! * (1 - alpha)));
}
