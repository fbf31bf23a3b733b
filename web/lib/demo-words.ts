// The words that start a script of the demo model, as its tour lists them, and what each one shows.
import type { Text } from '../language/text.ts';

export const DEMO_WORDS: ReadonlyMap<string, Text> = new Map<string, Text>([
  ['tour', 'a tour of the page: thoughts, tools, an edit and a test run'],
  ['ask', 'an extension asks you three questions'],
  ['fail', 'a command fails'],
  ['long', 'an answer of ten thousand tokens'],
  ['slow', 'a slow answer'],
  ['error', 'a provider that is overloaded twice'],
]);
