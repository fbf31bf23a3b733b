// Which files are compared as images. SVG is text, and compared as such.

const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
};

export function imageType(path: string): string | undefined {
  return TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
}
