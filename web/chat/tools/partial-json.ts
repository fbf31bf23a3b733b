// Reads the arguments of a tool call while the model is still writing them as JSON.
import { parse } from 'partial-json';

/** Matches a string, which may be cut off, or a bracket. */
const TOKEN = /"(?:[^"\\]+|\\[^])*"?|[[\]{}]/g;
/** Matches, within a string, an escape that is valid or cut off, or a character that JSON does not allow there. */
const ESCAPE_OR_INVALID = /(\\(?:["\\/bfnrtu]|$))|[^ -[\]-\uffff]/g;
/**
 * The maximum depth of the arguments. No tool has deeper ones, and the parser and JSON.stringify overflow at some
 * thousands.
 */
const MAX_DEPTH = 64;

/**
 * Returns the members that the model has begun to write; the last string may be incomplete. Returns an empty object
 * while nothing can be read, and if the text is not an object.
 */
export function partialArguments(text: string): Record<string, unknown> {
  let depth = 0;
  let deepest = 0;
  // Models also write raw line endings and escapes such as \d. pi repairs them as well (pi 1.5), but only at the end.
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
  // The result is copied, because the parser sets a member named __proto__ as the prototype, whose members would appear
  // here.
  return { ...(parse(repaired) as Record<string, unknown>) };
}
