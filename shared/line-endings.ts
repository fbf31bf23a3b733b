// The line endings of a text.

/** `mixed`: both occur. `none`: the text has at most one line. */
export type LineEndings = 'LF' | 'CRLF' | 'mixed' | 'none';

export function lineEndingsOf(text: string): LineEndings {
  const all = text.split('\n').length - 1;
  const crlf = text.split('\r\n').length - 1;
  if (all === 0) return 'none';
  return crlf === 0 ? 'LF' : crlf === all ? 'CRLF' : 'mixed';
}
