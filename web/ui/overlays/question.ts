// A question that `Ask.svelte` asks.
export interface Question {
  text: string;
  yes: string;
  act: () => unknown;
  /** Whether something is lost if the user confirms. */
  isDestructive?: boolean;
  /** A second way to continue. */
  other?: { text: string; act: () => unknown; isDestructive?: boolean };
}
