// The page's icon with a dot for the state, as a data URL.
import type { Mark } from './page-mark.ts';

// An icon is drawn outside the page, where its tokens do not reach.
const DOT: Record<Mark, string | null> = {
  idle: null,
  running: '#5b8def',
  waiting: '#f0a92e',
  failed: '#e5534b',
};

export function favicon(mark: Mark): string {
  const dot = DOT[mark];
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    '<rect width="32" height="32" rx="7" fill="#23262e"/>',
    '<path d="M7 12.5c1.2-2.4 2.6-3 4.6-3H25M12.6 9.7 11.4 23M20 9.7c-.4 5-.9 9.3.4 11.5.9 1.5 2.6 1.6 3.9.6"',
    ' fill="none" stroke="#f2f3f5" stroke-width="2.6" stroke-linecap="round"/>',
    dot ? `<circle cx="24" cy="24" r="8" fill="${dot}" stroke="#23262e" stroke-width="2"/>` : '',
    '</svg>',
  ].join('');
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
