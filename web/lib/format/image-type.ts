// The media type of an image by the end of its name: the server sends every file as plain bytes.

const BITMAPS: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
};

/** In lower case, without its dot; empty if the name has none. */
export function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** Null for what is not an image. An SVG runs no scripts as an image. */
export function imageType(path: string): string | null {
  return extensionOf(path) === 'svg' ? 'image/svg+xml' : bitmapType(path);
}

/** Null for an SVG too, since that is text. */
export function bitmapType(path: string): string | null {
  return BITMAPS[extensionOf(path)] ?? null;
}
