// Corrects the color of a text with ANSI colors where it could not be read, as terminals do: on the background of the
// page, and on a background that the text sets itself.

/** The ratio of WCAG 2 for text. */
const LEAST_CONTRAST = 4.5;
const BLACK = 'rgb(0, 0, 0)';
const WHITE = 'rgb(255, 255, 255)';

/** From 0 to 255. */
type Rgb = [red: number, green: number, blue: number];

/**
 * Limits the lightness of a color so that it is readable on the page. RGB colors were chosen for an unknown background.
 */
export function readable(css: string): string {
  if (!css.startsWith('rgb')) return css;
  return `light-dark(oklch(from ${css} min(l, .55) c h), oklch(from ${css} max(l, .66) c h))`;
}

/** Returns a color that is readable on `back`: `front` if it is, null for the color that the text inherits. */
export function onBackground(front: string | null, back: string): string | null {
  const ground = parseRgb(back);
  if (ground) {
    const text = parseRgb(front ?? '');
    if (front && text && contrast(text, ground) >= LEAST_CONTRAST) return front;
    // One of the two always reaches 4.58. A token cannot be judged, because it differs between light and dark.
    return contrast([0, 0, 0], ground) >= contrast([255, 255, 255], ground) ? BLACK : WHITE;
  }
  // All sixteen colors are readable on the page, so that none of them is on another, but the color of the page is.
  if (back.startsWith('var(--ansi-') || back === 'var(--text)') return 'var(--bg)';
  // The other tokens are grounds of the page.
  return front && readable(front);
}

/** Returns the contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export function parseRgb(css: string): Rgb | null {
  const numbers = /^rgb\((\d+), *(\d+), *(\d+)\)$/.exec(css)?.slice(1).map(Number);
  return numbers ? (numbers as Rgb) : null;
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((value) => {
    const part = Math.min(value, 255) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
