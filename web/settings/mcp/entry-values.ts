// Reads values of mcp.json, which the user may have written in any shape.

/** Returns the value at a path; undefined if there is none. */
export function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce((level, key) => (Object(level) as Record<string, unknown>)[key], value);
}

/** Returns the text at a path; empty if there is none. */
export function textAt(value: unknown, path: readonly string[]): string {
  const found = at(value, path);
  return typeof found === 'string' ? found : '';
}
