// Derives the media type of a sound or a video from its file name, because the server sends every file as plain bytes.
import { extensionOf } from '../../lib/format/image-type.ts';

const TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  weba: 'audio/webm',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  mov: 'video/quicktime',
};

/** Returns an empty string for other files. */
export function mediaType(path: string): string {
  return TYPES[extensionOf(path)] ?? '';
}
