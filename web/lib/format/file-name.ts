// The names of downloaded files.
import { cutText } from '../../../shared/view/cut-text.ts';

const MAX_CHARS = 60;

/**
 * Returns a title as a file name that every system allows, such as `Fix the login`. Returns `fallback` if nothing is
 * left.
 */
export function fileNameOf(title: string, fallback: string): string {
  const allowed = title.replaceAll(/[\p{Cc}\p{Cf}\p{Z}\s]+/gu, ' ').replaceAll(/[\\/:*?"<>|]+/g, '-');
  const name = cutText(allowed, MAX_CHARS)
    // Windows does not allow these at the end, and a leading dot would hide the file.
    .replace(/^[\s.-]+|[\s.-]+$/g, '');
  return name || fallback;
}
