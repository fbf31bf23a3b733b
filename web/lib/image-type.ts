// The media type of an image by the end of its name: the server sends every file as plain bytes.

const TYPES: Record<string, string> = { jpg: 'image/jpeg', svg: 'image/svg+xml' };

export function imageType(path: string): string {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return TYPES[extension] ?? `image/${extension}`;
}
