/** What was thrown, in words: its message, or the thrown value itself. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
