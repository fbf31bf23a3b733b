// The font size of the editor and the terminal, which CSS does not reach. tokens.css sets the same size for other code.

const SIZE_PX = 12.5;
const LINE_PX = 19;

export function codeFont(): { fontSize: number; lineHeight: number } {
  const scale = Number(getComputedStyle(document.documentElement).getPropertyValue('--code-scale')) || 1;
  return { fontSize: SIZE_PX * scale, lineHeight: Math.round(LINE_PX * scale) };
}

/**
 * Loads the font. Must be awaited before xterm or Monaco opens, because they measure their cells only once, and a fallback
 * font has a different width.
 */
export function loadCodeFont(host: HTMLElement): Promise<unknown> {
  const family = getComputedStyle(host).getPropertyValue('--mono');
  return Promise.all(['', 'bold '].map((weight) => document.fonts.load(`${weight}${SIZE_PX}px ${family}`)));
}
