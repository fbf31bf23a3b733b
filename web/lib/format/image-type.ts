// Derives the media type of an image from its file name, because the server sends every file as plain bytes.

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

/** Returns the extension in lower case and without its dot; an empty string if the name has none. */
export function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** Returns null if the file is not an image. Scripts in an SVG do not run when it is shown as an image. */
export function imageType(path: string): string | null {
  return extensionOf(path) === 'svg' ? 'image/svg+xml' : bitmapType(path);
}

/** Does the same, but also returns null for an SVG, because that is text. */
export function bitmapType(path: string): string | null {
  return BITMAPS[extensionOf(path)] ?? null;
}
