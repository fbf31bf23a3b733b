// Reads what a frame says. Anything may run in a frame, so everything else than these messages is nothing.
import { isRecord } from '../../../shared/pi/is-record.ts';
import {
  MAX_FRAME_MESSAGE,
  MAX_PICTURE_BYTES,
  MAX_TREE,
  type ConsoleEntry,
  type FrameMessage,
  type PickedElement,
} from '../../../shared/frames.ts';

const MOST_ENTRIES = 20;
const MOST_STYLES = 30;

/** What a frame sends if a picture belongs to its message: of the picked element, or of all that is visible. */
export interface FramePicture {
  message: string;
  picture: Blob;
}

/** A message, and the picture that came with it. The page must not trust that it is one. */
export interface Said {
  message: FrameMessage;
  picture: Blob | null;
}

/** Reads what came through the port: the text of a message, or one with a picture. */
export function parseSaid(data: unknown): Said | null {
  const isPictured = isRecord(data) && data.picture instanceof Blob && data.picture.size <= MAX_PICTURE_BYTES;
  const message = parseFrameMessage(isPictured ? data.message : data);
  return message && { message, picture: isPictured ? (data.picture as Blob) : null };
}

/** Returns null for what is no message of a frame. Unknown fields are left out. */
export function parseFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'string' || data.length > MAX_FRAME_MESSAGE) return null;
  const value = parseJson(data);
  if (!isRecord(value)) return null;
  if (value.type === 'place') {
    const { title, address } = value;
    return isText(title, 200) && isText(address, 4000) && address.startsWith('/')
      ? { type: 'place', title, address, hasOthers: value.hasOthers === true }
      : null;
  }
  if (value.type === 'console') {
    const { errors, warnings, entries } = value;
    if (!isCount(errors) || !isCount(warnings) || !Array.isArray(entries)) return null;
    const fit = entries.slice(0, MOST_ENTRIES).filter(isEntry);
    return {
      type: 'console',
      errors,
      warnings,
      entries: fit.map(({ level, text }) => ({ level, text })),
    };
  }
  if (value.type === 'picked') {
    const element = parseElement(value.element);
    return element && { type: 'picked', element, isMore: value.isMore === true };
  }
  if (value.type === 'looked')
    return isText(value.tree, MAX_TREE) ? { type: 'looked', tree: value.tree } : null;
  if (value.type === 'size') return isCount(value.height) ? { type: 'size', height: value.height } : null;
  return value.type === 'unpicked' ? { type: 'unpicked' } : null;
}

function parseElement(value: unknown): PickedElement | null {
  if (!isRecord(value)) return null;
  const { selector, tag, text, width, height, styles, component, source, frame } = value;
  const isFit =
    isText(selector, 500) &&
    isText(tag, 1000) &&
    isText(text, 1000) &&
    isCount(width) &&
    isCount(height) &&
    isText(component, 200) &&
    isText(source, 500);
  if (!isFit || !Array.isArray(styles)) return null;
  const listed = styles.slice(0, MOST_STYLES).filter((style) => isText(style, 200));
  const element = { selector, tag, text, width, height, styles: listed, component, source };
  return isText(frame, 500) ? { ...element, frame } : element;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length <= most;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isEntry(value: unknown): value is ConsoleEntry {
  return (
    isRecord(value) && (value.level === 'error' || value.level === 'warning') && isText(value.text, 2000)
  );
}
