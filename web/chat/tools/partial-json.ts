// Reads the arguments of a tool call while the model is still writing them as JSON.
import { parse } from 'partial-json';

/** A string, perhaps cut off; or a bracket. */
const TOKEN = /"(?:[^"\\]+|\\[^])*"?|[[\]{}]/g;
/** Within a string: a valid or cut-off escape, or else a character that JSON does not allow there. */
const ESCAPE_OR_INVALID = /(\\(?:["\\/bfnrtu]|$))|[^ -[\]-\uffff]/g;
/** Deeper than any tool's arguments: the parser and JSON.stringify overflow at some thousands. */
const MAX_DEPTH = 64;

/**
 * The members that have begun, a cut-off string as far as it goes. Empty while nothing can be read, and for anything
 * but an object.
 */
export function partialArguments(text: string): Record<string, unknown> {
  let depth = 0;
  let deepest = 0;
  // Models also write raw line ends and escapes such as \d. pi repairs them too (1.5), but only once all is there.
  const repaired = text.replace(TOKEN, (token) => {
    if (token.startsWith('"')) {
      return token.replace(
        ESCAPE_OR_INVALID,
        (found, escape?: string) => escape ?? JSON.stringify(found).slice(1, -1),
      );
    }
    depth += token === '{' || token === '[' ? 1 : -1;
    deepest = Math.max(deepest, depth);
    return token;
  });
  if (deepest > MAX_DEPTH || !repaired.trimStart().startsWith('{')) return {};
  // A copy: the parser assigns a member named __proto__, which would make its members appear here.
  return { ...(parse(repaired) as Record<string, unknown>) };
}
