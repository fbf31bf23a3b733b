// The page's icon with a dot for the state, as a data URL. The dot has the number of agents that the user should look at.
import svg from './icon.svg?raw';
import type { Mark } from './page-mark.ts';

// Browsers draw the icon outside the page, where the page's color tokens do not apply.
const DOT_COLORS: Record<Mark | 'finished', string | null> = {
  idle: null,
  running: '#5b8def',
  waiting: '#f0a92e',
  failed: '#e5534b',
  finished: '#4caf7d',
};
const INK = '#23262e';

export function favicon(mark: Mark | 'finished', count = 0): string {
  const color = DOT_COLORS[mark];
  const number = count > 9 ? '9+' : String(count);
  const text = `<text x="22" y="26.5" font-size="${count > 9 ? 11 : 15}" font-weight="700" font-family="sans-serif" text-anchor="middle" fill="${INK}">${number}</text>`;
  const [place, radius] = count > 0 ? [22, 10] : [24, 8];
  const dot = color
    ? `<circle cx="${place}" cy="${place - (count > 0 ? 1 : 0)}" r="${radius}" fill="${color}" stroke="${INK}" stroke-width="2"/>${count > 0 ? text : ''}`
    : '';
  return `data:image/svg+xml,${encodeURIComponent(svg.replace('</svg>', `${dot}</svg>`))}`;
}
