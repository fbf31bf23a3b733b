// The page's icon with a dot for the state, as a data URL.
import svg from './icon.svg?raw';
import type { Mark } from './page-mark.ts';

// Browsers draw the icon outside the page, where the page's color tokens do not apply.
const DOT_COLORS: Record<Mark, string | null> = {
  idle: null,
  running: '#5b8def',
  waiting: '#f0a92e',
  failed: '#e5534b',
};

export function favicon(mark: Mark): string {
  const color = DOT_COLORS[mark];
  const dot = color
    ? `<circle cx="24" cy="24" r="8" fill="${color}" stroke="#23262e" stroke-width="2"/>`
    : '';
  return `data:image/svg+xml,${encodeURIComponent(svg.replace('</svg>', `${dot}</svg>`))}`;
}
