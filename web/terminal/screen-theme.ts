// The page's color tokens in the form that xterm and its search addon expect.
import type { ISearchOptions } from '@xterm/addon-search';
import type { ITheme } from '@xterm/xterm';
import { tokenColors, type Hex } from '../lib/token-colors.ts';

const NAMES = [
  'text',
  'sunken',
  'accent',
  'line-strong',
  'text-3',
  'wait',
  'ansi-black',
  'ansi-red',
  'ansi-green',
  'ansi-yellow',
  'ansi-blue',
  'ansi-magenta',
  'ansi-cyan',
  'ansi-white',
  'ansi-bright-black',
  'ansi-bright-red',
  'ansi-bright-green',
  'ansi-bright-yellow',
  'ansi-bright-blue',
  'ansi-bright-magenta',
  'ansi-bright-cyan',
  'ansi-bright-white',
] as const;

export interface ScreenTheme {
  theme: ITheme;
  matches: NonNullable<ISearchOptions['decorations']>;
}

/** For the color scheme that the element has now. */
export function screenTheme(element: Element): ScreenTheme {
  const colors = tokenColors(element, NAMES);
  return {
    theme: {
      foreground: colors.text,
      background: colors.sunken,
      // The terminal is read-only: no cursor.
      cursor: '#00000000',
      cursorAccent: '#00000000',
      selectionBackground: `${colors.accent.slice(0, 7)}55`,
      selectionInactiveBackground: `${colors.accent.slice(0, 7)}33`,
      scrollbarSliderBackground: `${colors['text-3'].slice(0, 7)}44`,
      scrollbarSliderHoverBackground: `${colors['text-3'].slice(0, 7)}77`,
      scrollbarSliderActiveBackground: `${colors['text-3'].slice(0, 7)}99`,
      overviewRulerBorder: '#00000000',
      black: colors['ansi-black'],
      red: colors['ansi-red'],
      green: colors['ansi-green'],
      yellow: colors['ansi-yellow'],
      blue: colors['ansi-blue'],
      magenta: colors['ansi-magenta'],
      cyan: colors['ansi-cyan'],
      white: colors['ansi-white'],
      brightBlack: colors['ansi-bright-black'],
      brightRed: colors['ansi-bright-red'],
      brightGreen: colors['ansi-bright-green'],
      brightYellow: colors['ansi-bright-yellow'],
      brightBlue: colors['ansi-bright-blue'],
      brightMagenta: colors['ansi-bright-magenta'],
      brightCyan: colors['ansi-bright-cyan'],
      brightWhite: colors['ansi-bright-white'],
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

/** The search addon accepts only `#rrggbb`, so transparency is computed here. */
function mix(over: Hex, under: Hex, share: number): Hex {
  const channels = [1, 3, 5].map((at) => {
    const [top, bottom] = [over, under].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.round(top! * share + bottom! * (1 - share));
  });
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
