// Finds the package that opens a browser beside this one: the bundle that pi loads has no packages of its own.
import type { OpenFile } from '../open-browser.ts';
import { importInPi } from '../companion/import-in-pi.ts';

export async function openOf(): Promise<OpenFile> {
  return ((await importInPi('open')) as { default: OpenFile }).default;
}
