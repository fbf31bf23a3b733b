// Derives the page's color tokens from a theme of pi's TUI. Text is readable in every theme, because a color with a
// contrast below 4.5:1 on a background of the page is moved towards black or white.
import type { PiTheme } from '../../../shared/pi/theme-json.ts';

type Rgb = readonly number[];

export interface PageTheme {
  name: string;
  scheme: 'light' | 'dark';
  /** Values of custom properties, by their names without `--`. */
  tokens: Readonly<Record<string, string>>;
}

/** The minimum contrast of text. */
const READABLE = 4.5;
/** The minimum contrast of lines. */
const VISIBLE = 3;
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
/** The share of a color in its soft background. */
const SOFT = 0.13;

const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const hex = (color: Rgb): string =>
  `#${color.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
const mix = (over: Rgb, under: Rgb, share: number): Rgb =>
  under.map((value, at) => over[at]! * share + value * (1 - share));

/** The relative luminance as WCAG 2 defines it. */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

export function contrast(one: string, other: string): number {
  return ratio(rgb(one), rgb(other));
}

function ratio(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/**
 * Moves a color towards `far` until it has at least the contrast `least` with all backgrounds that `grounds` returns.
 */
function readable(
  color: Rgb,
  grounds: (color: Rgb) => readonly Rgb[],
  { least, far }: { least: number; far: Rgb },
) {
  for (let share = 0; share < 1; share += 0.04) {
    const moved = mix(far, color, share);
    if (grounds(moved).every((ground) => ratio(moved, ground) >= least)) return moved;
  }
  return far;
}

export function pageTheme({ name, colors }: PiTheme): PageTheme {
  const given = (key: string): Rgb | null => (colors[key] ? rgb(colors[key]) : null);
  const wanted = given('pageBg') ?? groundOf(given('userMessageBg'), given('text'));
  const isDark = luminance(wanted) < 0.18;
  const far = isDark ? WHITE : BLACK;
  // A background of medium lightness leaves too little contrast for four kinds of text.
  const bg = readable(wanted, () => [far], { least: 11, far: isDark ? BLACK : WHITE });
  const shade = (share: number): Rgb => mix(isDark ? BLACK : far, bg, share);
  const lift = (share: number): Rgb => mix(WHITE, bg, isDark ? share : share * 12);
  const own = near(given('userMessageBg'), { bg, far });
  const surfaces = [bg, shade(isDark ? 0.16 : 0.03), lift(0.03), lift(0.05), own];
  const tinted = [...surfaces, ...surfaces.map((surface) => mix(far, surface, 0.09))];
  const text = (key: string, usual: Rgb): Rgb =>
    readable(given(key) ?? usual, () => tinted, { least: READABLE, far });
  /** Like `text`, but the color is also readable on its own soft background. */
  const meaning = (key: string, usual: Rgb): Rgb =>
    readable(
      given(key) ?? usual,
      (moved) => [...tinted, ...surfaces.map((surface) => mix(moved, surface, SOFT))],
      { least: READABLE, far },
    );
  const plain = text('text', mix(far, bg, 0.86));
  const second = text('muted', mix(far, bg, 0.68));
  const third = text('dim', mix(far, bg, 0.55));
  const accent = meaning('accent', mix(far, bg, 0.7));
  const hues = {
    run: meaning('border', accent),
    wait: meaning('warning', plain),
    fail: meaning('error', plain),
    done: meaning('success', plain),
  };
  const onFill = (fill: Rgb): Rgb => (ratio(BLACK, fill) > ratio(WHITE, fill) ? BLACK : WHITE);
  const soft = (color: Rgb): string => `${hex(color)}21`;
  const ansi: Record<string, Rgb> = {
    black: third,
    red: hues.fail,
    green: hues.done,
    yellow: hues.wait,
    blue: text('mdLink', hues.run),
    magenta: text('thinkingHigh', accent),
    cyan: text('borderAccent', accent),
    white: second,
  };
  const tokens: Record<string, Rgb | string> = {
    bg,
    sunken: surfaces[1]!,
    surface: surfaces[2]!,
    float: surfaces[3]!,
    own,
    hover: `${hex(far)}0f`,
    selected: `${hex(far)}17`,
    line: mix(far, bg, 0.13),
    'line-strong': readable(given('borderMuted') ?? third, () => surfaces, { least: VISIBLE, far }),
    text: plain,
    'text-2': second,
    'text-3': third,
    accent,
    'on-accent': onFill(accent),
    'accent-soft': soft(accent),
    'text-selection': `${hex(accent)}4d`,
    ...hues,
    ...Object.fromEntries(Object.entries(hues).map(([key, color]) => [`${key}-soft`, soft(color)])),
    'wait-fill': hues.wait,
    'on-wait': onFill(hues.wait),
    ...Object.fromEntries(
      Object.entries(ansi).flatMap(([key, color]) => [
        [`ansi-${key}`, color],
        [`ansi-bright-${key}`, mix(far, color, 0.2)],
      ]),
    ),
    'code-token-comment': meaning('syntaxComment', third),
    'code-token-constant': meaning('syntaxNumber', plain),
    'code-token-string': meaning('syntaxString', plain),
    'code-token-string-expression': meaning('syntaxString', plain),
    'code-token-keyword': meaning('syntaxKeyword', accent),
    'code-token-parameter': meaning('syntaxVariable', plain),
    'code-token-function': meaning('syntaxFunction', plain),
    'code-token-type': meaning('syntaxType', plain),
    'code-token-punctuation': meaning('syntaxPunctuation', second),
  };
  return {
    name,
    scheme: isDark ? 'dark' : 'light',
    tokens: Object.fromEntries(
      Object.entries(tokens).map(([key, color]) => [key, typeof color === 'string' ? color : hex(color)]),
    ),
  };
}

/** Chooses a background for a theme that has none because it relies on the terminal's. Light text gets a dark one. */
function groundOf(message: Rgb | null, text: Rgb | null): Rgb {
  const isDark = message ? luminance(message) < 0.25 : text === null || luminance(text) > 0.4;
  if (!message) return isDark ? [24, 24, 24] : [252, 252, 252];
  return isDark ? mix(BLACK, message, 0.45) : mix(WHITE, message, 0.7);
}

/** Returns the background of the user's messages, or a milder one if text could not be readable on it and on `bg`. */
function near(own: Rgb | null, { bg, far }: { bg: Rgb; far: Rgb }): Rgb {
  return own && ratio(own, bg) <= 1.5 ? own : mix(far, bg, 0.09);
}
