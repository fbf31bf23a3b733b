// The font size of the editor and the terminal, which do not follow CSS. tokens.css has the same size for code.

const SIZE_PX = 12.5;
const LINE_PX = 19;

export function codeFont(): { fontSize: number; lineHeight: number } {
  const scale = Number(getComputedStyle(document.documentElement).getPropertyValue('--code-scale')) || 1;
  return { fontSize: SIZE_PX * scale, lineHeight: Math.round(LINE_PX * scale) };
}
