import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { hashOf } from './lib/built.ts';
import { bundlePlace, EXTENSION_SOURCES, extensionFile } from './pi-extensions.ts';

/** A package whose companion was bundled from one source file. */
async function makePackage(t: TestContext): Promise<{ root: string; source: string; bundle: string }> {
  const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-extensions-'));
  t.after(() => rm(root, { recursive: true }));
  const source = path.join(root, 'one.ts');
  await writeFile(source, 'one');
  const { bundle, inputs } = bundlePlace('companion', root);
  await mkdir(path.dirname(bundle), { recursive: true });
  await writeFile(inputs, JSON.stringify({ 'one.ts': hashOf(Buffer.from('one')) }));
  return { root, source, bundle };
}

test('pi loads the bundle of an extension until the sources of the bundle change', async (t) => {
  const { root, source, bundle } = await makePackage(t);
  assert.equal(extensionFile('companion', root), bundle);
  await writeFile(source, 'two');
  assert.equal(extensionFile('companion', root), EXTENSION_SOURCES.companion);
});

test('pi loads the bundle where the sources are missing, as in the npm package', async (t) => {
  const { root, source, bundle } = await makePackage(t);
  await rm(source);
  assert.equal(extensionFile('companion', root), bundle);
});

test('pi loads the source of an extension that was not bundled, or only in part', async (t) => {
  const { root, bundle } = await makePackage(t);
  assert.equal(extensionFile('demo', root), EXTENSION_SOURCES.demo);
  const { inputs } = bundlePlace('companion', root);
  await writeFile(bundle, 'half');
  await rm(inputs);
  assert.equal(extensionFile('companion', root), EXTENSION_SOURCES.companion);
});
