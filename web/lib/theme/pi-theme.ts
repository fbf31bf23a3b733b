// Maps the colors of the theme that extensions draw with to color tokens of the page. Extensions choose colors by role,
// so their drawings follow the page in light and dark.
import { BACKGROUNDS, FOREGROUNDS, type ThemeColorName } from '../../../shared/pi/theme-colors.ts';

/** The page's token for each color, without `--`. Null means no background, because the page draws the card. */
const TOKENS: Readonly<Record<ThemeColorName, string | null>> = {
  accent: 'accent',
  border: 'line-strong',
  borderAccent: 'accent',
  borderMuted: 'line-strong',
  success: 'done',
  error: 'fail',
  warning: 'wait',
  muted: 'text-2',
  dim: 'text-3',
  text: 'text',
  thinkingText: 'text-2',
  scrollbarTrack: 'text-3',
  scrollbarThumb: 'text',
  searchMatchText: 'text',
  userMessageText: 'text',
  customMessageText: 'text',
  customMessageLabel: 'accent',
  toolTitle: 'text',
  toolOutput: 'text-2',
  mdHeading: 'text',
  mdLink: 'accent',
  mdLinkUrl: 'text-3',
  mdCode: 'code-token-type',
  mdCodeBlock: 'text',
  mdCodeBlockBorder: 'line-strong',
  mdQuote: 'text-2',
  mdQuoteBorder: 'line-strong',
  mdHr: 'line-strong',
  mdListBullet: 'accent',
  toolDiffAdded: 'done',
  toolDiffRemoved: 'fail',
  toolDiffContext: 'text-2',
  syntaxComment: 'code-token-comment',
  syntaxKeyword: 'code-token-keyword',
  syntaxFunction: 'code-token-function',
  syntaxVariable: 'text',
  syntaxString: 'code-token-string',
  syntaxNumber: 'code-token-constant',
  syntaxType: 'code-token-type',
  syntaxOperator: 'text-2',
  syntaxPunctuation: 'code-token-punctuation',
  thinkingOff: 'text-3',
  thinkingMinimal: 'text-3',
  thinkingLow: 'ansi-blue',
  thinkingMedium: 'ansi-cyan',
  thinkingHigh: 'ansi-magenta',
  thinkingXhigh: 'ansi-bright-magenta',
  thinkingMax: 'fail',
  bashMode: 'done',
  selectedBg: 'selected',
  searchMatchBg: 'wait-soft',
  userMessageBg: 'own',
  customMessageBg: 'sunken',
  toolPendingBg: null,
  toolSuccessBg: null,
  toolErrorBg: null,
};

const BY_COLOR: ReadonlyMap<string, string | null> = new Map(
  Object.entries({ ...FOREGROUNDS, ...BACKGROUNDS }).map(([name, hex]) => [
    channels(hex).join(', '),
    TOKENS[name as ThemeColorName],
  ]),
);

/** All tokens that replace a color of the theme. */
export const THEME_TOKENS: readonly string[] = [...new Set(Object.values(TOKENS))].filter(
  (name) => name !== null,
);

/**
 * Returns the token for a color given as `red, green, blue`; null for no color; undefined if it is not in the theme.
 */
export function tokenOf(rgb: string): string | null | undefined {
  return BY_COLOR.get(rgb);
}

/** Returns the three numbers of `#rrggbb`. */
export function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}
