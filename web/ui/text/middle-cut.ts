// Cuts the middle out of a name that is too long for its room. `text-overflow` cannot do this: it removes whole
// characters, and the rest of the room would be a hole in the middle of the name.

/** Shorter names are not cut in the middle. */
const LEAST = 22;
/** How many characters of the end stay. */
const END = 16;
const characters = new Intl.Segmenter();

/** The width of an element is rounded to whole pixels, the width of a text is not. */
const ROUNDING = 1;

/** All widths are in px. */
interface Room {
  width: number;
  /** The width of the mark for what is left out. */
  mark: number;
  /** Measures a part of the name. The places are counted as in `String.slice`. */
  widthOf: (from: number, to: number) => number;
}

/** Returns the cut name, or null if the name fits, or has to be cut at its end. */
export function cutMiddle(name: string, { width, mark, widthOf }: Room): string | null {
  const letters = Array.from(characters.segment(name), ({ segment }) => segment);
  const isRoomFor = (needed: number): boolean => needed < width + ROUNDING;
  if (letters.length < LEAST || isRoomFor(widthOf(0, name.length))) return null;
  const end = letters.slice(-END).join('');
  const rest = mark + widthOf(name.length - end.length, name.length);
  const start = (length: number): string => letters.slice(0, length).join('');
  let [length, tooLong] = [0, letters.length - END];
  while (tooLong - length > 1) {
    const middle = Math.floor((length + tooLong) / 2);
    if (isRoomFor(widthOf(0, start(middle).length) + rest)) length = middle;
    else tooLong = middle;
  }
  return length === 0 ? null : `${start(length)}…${end}`;
}

let canvas: CanvasRenderingContext2D | null = null;

/** Cuts the name that the element shows. Returns null as well if it shows another text, such as escapes. */
export function cutMiddleOf(element: HTMLElement, name: string): string | null {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = texts.nextNode();
  while (text && text.nodeValue === '') text = texts.nextNode();
  if (text?.nodeValue !== name) return null;
  const shown = text;
  const range = document.createRange();
  // The text itself is measured, because a canvas knows only some of the properties of its font.
  const widthOf = (from: number, to: number): number => {
    range.setStart(shown, from);
    range.setEnd(shown, to);
    return range.getBoundingClientRect().width;
  };
  return cutMiddle(name, { width: element.clientWidth, mark: widthOfMark(element), widthOf });
}

function widthOfMark(element: HTMLElement): number {
  canvas ??= document.createElement('canvas').getContext('2d')!;
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  canvas.font = [fontStyle, fontWeight, fontSize, fontFamily].join(' ');
  return canvas.measureText('…').width;
}
