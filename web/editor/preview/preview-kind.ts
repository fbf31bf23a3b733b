// What the page can show of a file besides its text. Pure.

const IMAGES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
};

function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** Null for what is not an image. An SVG runs no scripts as an image. */
export function imageType(path: string): string | null {
  return IMAGES[extensionOf(path)] ?? null;
}

/** What the text of this file can be shown as; null: only as text. */
export function previewOf(path: string): 'markdown' | 'image' | null {
  if (['md', 'markdown', 'mdx'].includes(extensionOf(path))) return 'markdown';
  return extensionOf(path) === 'svg' ? 'image' : null;
}
