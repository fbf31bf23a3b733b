// The example extensions that ship with the pi under test, for the specs that use them in the browser. `npm run examples`
// runs these specs on two versions of pi, and docs/extensions.md says which examples they play.
import path from 'node:path';
import { test } from '@playwright/test';
import { packageOf, versionsFolder } from '../../scripts/pi-versions.ts';
import { packageExamples, shortName } from '../examples/package-examples.ts';

const version = process.env.BROWSER_PI;
const paths = new Map(
  (
    await packageExamples(version && path.join(versionsFolder(), version, 'node_modules', packageOf(version)))
  ).map((example) => [shortName(example), example.path]),
);

/** Older and newer versions lack some. */
export const hasExample = (name: string): boolean => paths.has(name);

/** The options of pi that load these examples. */
export function loadExamples(...names: string[]): string[] {
  return names.flatMap((name) => ['-e', examplePath(name)]);
}

export function examplePath(name: string): string {
  const found = paths.get(name);
  if (!found) throw new Error(`pi ${version ?? ''} has no example ${name}.`);
  return found;
}

/** Call this at the end of a test that put these examples to their main use. */
export function played(...names: string[]): void {
  const { annotations } = test.info();
  annotations.push(...names.map((description) => ({ type: 'example', description })));
}
