// The text of whatever was thrown: anything can be, not only an Error.
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
