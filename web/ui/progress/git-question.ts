// Whether a question of ssh can be answered with a button.

/** ssh also takes the fingerprint of a host, which nobody types. */
export function isYesOrNo(text: string): boolean {
  return /\(yes\/no(?:\/\[fingerprint\])?\)\??\s*$/.test(text);
}
