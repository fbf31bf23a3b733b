// The theme that extensions draw with. Its colors stand for those of the page, which follow the page's own theme.
import { BACKGROUNDS, FOREGROUNDS } from '../../../shared/pi/theme-colors.ts';
import type { PiParts } from '../pi-parts.ts';

/** The keys under which pi's modules share the theme in use (only the first until 0.79, both since). */
const SHARED = ['@mariozechner/pi-coding-agent:theme', '@earendil-works/pi-coding-agent:theme'];

const STYLES = {
  bold: [1, 22],
  italic: [3, 23],
  underline: [4, 24],
  inverse: [7, 27],
  strikethrough: [9, 29],
};

type NewTheme = new (fg: object, bg: object, mode: string, options: object) => object;

/**
 * Makes pi use this theme. A pi with a different theme class keeps its own theme, and the page shows those colors
 * unchanged.
 */
export function usePageTheme({ agent }: PiParts): void {
  const Theme = agent.Theme as unknown as NewTheme | undefined;
  if (!Theme) return;
  try {
    const theme = new Theme(FOREGROUNDS, BACKGROUNDS, 'truecolor', { name: 'dark' }) as Record<
      string,
      unknown
    >;
    // pi takes these functions from a library that prints no styles if stdout is not a terminal.
    for (const [name, [on, off]] of Object.entries(STYLES))
      theme[name] = (text: string) => `\x1b[${on}m${text}\x1b[${off}m`;
    for (const key of SHARED) (globalThis as Record<symbol, unknown>)[Symbol.for(key)] = theme;
  } catch {
    // Without these colors, extensions draw with those of pi's own theme.
  }
}
