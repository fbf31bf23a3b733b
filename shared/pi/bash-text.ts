// Splits the text that pi gives the model about a command into the command's output and pi's own words.

// Notices of pi's bash tool in pi 0.73.1 to 1.5.2, each a separate paragraph at the end of the result.
const STATUS =
  /(?:^|\n\n)(?:Command exited with code \d+|Command aborted|Command timed out after [^\n]*|Command terminated without an exit code)$/;
const TRUNCATED = /\n\n\[Showing (?:lines|last) [^\n]*\. Full output: [^\n]*\]$/;

/**
 * Returns the text of a result without the notices that pi added. `known` is the output so far: everything that pi sent
 * during the run is output, even if it reads like a notice.
 */
export function withoutNotices(text: string, known: string, isError?: boolean): string {
  const start = text.startsWith(known) ? known.length : 0;
  let rest = text.slice(start);
  if (isError !== false) rest = rest.replace(STATUS, '');
  rest = rest.replace(TRUNCATED, '');
  if (start === 0 && rest === '(no output)') rest = '';
  return text.slice(0, start) + rest;
}
