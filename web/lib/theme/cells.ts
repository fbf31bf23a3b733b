// The size of one character of a terminal, in px.
import { codeFont } from './code-font.ts';

export const LINE_HEIGHT = 1.15;
/** The height of a line in the mono font, as a multiple of the font size. */
const FONT_HEIGHT = 1.32;

/** The smallest font size in which drawings of extensions are shown. It can be read. */
export const MIN_DRAWN_PX = 11;

export function cellWidth(host: Element, fontSize = codeFont().fontSize): number {
  const context = document.createElement('canvas').getContext('2d')!;
  context.font = `${fontSize}px ${getComputedStyle(host).getPropertyValue('--mono')}`;
  return context.measureText('W').width;
}

export function cellHeight(fontSize = codeFont().fontSize): number {
  return fontSize * FONT_HEIGHT * LINE_HEIGHT;
}
