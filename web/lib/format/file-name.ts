// The names of downloaded files.

const MAX_CHARS = 60;

/**
 * Returns a title as a file name that every system allows, such as `Fix the login`. Returns `fallback` if nothing is
 * left.
 */
export function fileNameOf(title: string, fallback: string): string {
  const name = title
    .replaceAll(/[\p{Cc}\p{Cf}\p{Z}\s]+/gu, ' ')
    .replaceAll(/[\\/:*?"<>|]+/g, '-')
    .slice(0, MAX_CHARS)
    // Windows does not allow these at the end, and a leading dot would hide the file.
    .replace(/^[\s.-]+|[\s.-]+$/g, '');
  return name || fallback;
}
