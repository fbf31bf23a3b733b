// The page's color tokens in the form that xterm and its search addon expect.
import type { ISearchOptions } from '@xterm/addon-search';
import type { ITheme } from '@xterm/xterm';
import { tokenColors, type Hex } from './token-colors.ts';

const ANSI = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
const TOKENS = [
  ...(['text', 'sunken', 'accent', 'line-strong', 'text-3', 'wait'] as const),
  ...ANSI.flatMap((name) => [`ansi-${name}`, `ansi-bright-${name}`] as const),
];
const TRANSPARENT = '#00000000';

export interface ScreenTheme {
  theme: ITheme;
  matches: NonNullable<ISearchOptions['decorations']>;
}

/** Returns the theme for the current color scheme of the element. */
export function screenTheme(element: Element): ScreenTheme {
  const colors = tokenColors(element, TOKENS);
  const ansi = ANSI.flatMap((name) => [
    [name, colors[`ansi-${name}`]],
    [`bright${name[0]!.toUpperCase()}${name.slice(1)}`, colors[`ansi-bright-${name}`]],
  ]);
  return {
    theme: {
      ...(Object.fromEntries(ansi) as ITheme),
      foreground: colors.text,
      background: colors.sunken,
      // The terminal is read-only, so its cursor is invisible.
      cursor: TRANSPARENT,
      cursorAccent: TRANSPARENT,
      selectionBackground: setAlpha(colors.accent, '55'),
      selectionInactiveBackground: setAlpha(colors.accent, '33'),
      scrollbarSliderBackground: setAlpha(colors['text-3'], '44'),
      scrollbarSliderHoverBackground: setAlpha(colors['text-3'], '77'),
      scrollbarSliderActiveBackground: setAlpha(colors['text-3'], '99'),
      overviewRulerBorder: TRANSPARENT,
    },
    matches: {
      matchBackground: mix(colors.wait, colors.sunken, 0.25),
      matchOverviewRuler: colors['line-strong'],
      activeMatchBackground: mix(colors.wait, colors.sunken, 0.5),
      activeMatchBorder: colors.wait,
      activeMatchColorOverviewRuler: colors.wait,
    },
  };
}

function setAlpha(color: Hex, alpha: string): string {
  return color.slice(0, 7) + alpha;
}

/** The search addon accepts only `#rrggbb`, so transparency is computed here. */
function mix(over: Hex, under: Hex, share: number): Hex {
  const channels = [1, 3, 5].map((at) => {
    const [top, bottom] = [over, under].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.round(top! * share + bottom! * (1 - share));
  });
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
