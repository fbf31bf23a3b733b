// The example extensions that ship with the pi under test, for the specs that use them in the browser. `npm run examples`
// runs these specs on two versions of pi, and docs/extensions.md says which examples they play.
import { test } from '@playwright/test';
import { packageExamples, shortName } from '../examples/package-examples.ts';

const paths = new Map(
  (await packageExamples(process.env.TEST_PI)).map((example) => [shortName(example), example.path]),
);

/** Older and newer versions lack some. */
export const hasExample = (name: string): boolean => paths.has(name);

/** The options of pi that load these examples. */
export function loadExamples(...names: string[]): string[] {
  return names.flatMap((name) => ['-e', examplePath(name)]);
}

export function examplePath(name: string): string {
  const found = paths.get(name);
  if (!found) throw new Error(`The pi of the tests has no example ${name}.`);
  return found;
}

/** Call this at the end of a test that put these examples to their main use. */
export function played(...names: string[]): void {
  const { annotations } = test.info();
  annotations.push(...names.map((description) => ({ type: 'example', description })));
}
