// The words that start a script of the demo model, as its tour lists them, and a description of each script. The model
// answers in the language of the word (server/demo/texts).
import { t, type Text } from '../language/text.ts';

const WORDS = [
  ['tour##demo', 'a whole task: thoughts, tools, an edit and a test run'],
  ['ask##demo', 'an extension asks you three questions'],
  ['fail##demo', 'a command fails'],
  ['long##demo', 'an answer of ten thousand tokens'],
  ['slow##demo', 'a slow answer'],
  ['error##demo', 'a provider that is overloaded twice'],
] as const satisfies readonly (readonly [Text, Text])[];

/** Returns the words and their descriptions in the language of the page. */
export const demoWords = (): ReadonlyMap<string, string> =>
  new Map(WORDS.map(([word, description]) => [t(word), t(description)]));
