// Parses the JSON files of themes for pi's TUI (in pi 0.73.1 to 1.5.2), and turns every color into `#rrggbb`.

import { okhslToHex } from './okhsl.ts';
import { isRecord } from './is-record.ts';

export interface PiTheme {
  name: string;
  path?: string;
  /** By pi's names, such as `accent`; `pageBg` and `cardBg` only if the theme has colors for an exported page. */
  colors: Readonly<Record<string, string>>;
}

const HEX = /^#[\da-f]{6}$/i;
/** Since 1.x. */
const OKHSL = /^okhsl\(([\d.]+) ([\d.]+)% ([\d.]+)%\)$/;
const SHORT_HEX = /^#([\da-f])([\da-f])([\da-f])$/i;

/** Parses a theme, without the colors that it leaves to the terminal. Throws if the text is not a theme. */
export function parseTheme(text: string, path?: string): PiTheme {
  const { name, vars, colors, export: page } = JSON.parse(text) as Record<string, unknown>;
  if (typeof name !== 'string' || !isRecord(colors)) throw new Error('It has no name or no colors.');
  const known = isRecord(vars) ? vars : {};
  const all = Object.entries({ ...colors, ...(isRecord(page) && page) });
  return {
    name,
    ...(path !== undefined && { path }),
    colors: Object.fromEntries(
      all.flatMap(([key, value]) => {
        const hex = hexOf(value, known);
        return hex === null ? [] : [[key, hex]];
      }),
    ),
  };
}

/** A variable may name another one. */
function hexOf(value: unknown, vars: Record<string, unknown>, depth = 0): string | null {
  if (typeof value === 'number') return hexOfIndex(value);
  if (typeof value !== 'string') return null;
  if (HEX.test(value)) return value.toLowerCase();
  const short = SHORT_HEX.exec(value);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`.toLowerCase();
  const okhsl = OKHSL.exec(value);
  if (okhsl) return okhslToHex(okhsl.slice(1).map(Number));
  return depth < 10 && Object.hasOwn(vars, value) ? hexOf(vars[value], vars, depth + 1) : null;
}

/** The first sixteen colors of a terminal as xterm has them. */
const FIRST =
  '000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff'.split(
    ' ',
  );

function hexOfIndex(index: number): string | null {
  if (!Number.isInteger(index) || index < 0 || index > 255) return null;
  if (index < 16) return `#${FIRST[index]}`;
  if (index >= 232) return toHex(Array<number>(3).fill(8 + 10 * (index - 232)));
  const level = (step: number): number => (step === 0 ? 0 : 55 + 40 * step);
  const cube = index - 16;
  return toHex([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level));
}

function toHex(channels: readonly number[]): string {
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
