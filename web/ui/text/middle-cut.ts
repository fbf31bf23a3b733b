// Cuts the middle out of a name that is too long for its room. `text-overflow` cannot do this: it removes whole
// characters, and the rest of the room would be a hole in the middle of the name.

/** Shorter names are not cut in the middle. */
const LEAST = 22;
/** How many characters of the end stay. */
const END = 16;
/** The width of an element is rounded to whole pixels, the width of a text is not. */
const ROUNDING = 1;

interface Room {
  /** In px. */
  width: number;
  widthOf: (text: string) => number;
}

/** Returns the cut name, or null if the name fits, or has to be cut at its end. */
export function cutMiddle(name: string, { width, widthOf }: Room): string | null {
  const letters = [...name];
  const fits = (text: string): boolean => widthOf(text) < width + ROUNDING;
  if (letters.length < LEAST || fits(name)) return null;
  const end = letters.slice(-END).join('');
  const cut = (length: number): string => `${letters.slice(0, length).join('')}…${end}`;
  let [length, tooLong] = [0, letters.length - END];
  while (tooLong - length > 1) {
    const middle = Math.floor((length + tooLong) / 2);
    if (fits(cut(middle))) length = middle;
    else tooLong = middle;
  }
  return length === 0 ? null : cut(length);
}

let canvas: CanvasRenderingContext2D | null = null;

/** Returns a function that measures texts in the font of the element. */
export function measureLike(element: Element): Room['widthOf'] {
  canvas ??= document.createElement('canvas').getContext('2d')!;
  const context = canvas;
  const { font } = getComputedStyle(element);
  return (text) => {
    context.font = font;
    return context.measureText(text).width;
  };
}
