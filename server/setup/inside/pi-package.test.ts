import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { BUILT_IN_EXTENSIONS } from './pi-package.ts';

test('the parts of pi that can be switched off are those of the bundled pi', async () => {
  const pi = import.meta.resolve('@earendil-works/pi-coding-agent');
  const source = await readFile(new URL('./extensions/index.js', pi), 'utf8');
  const names = [...source.matchAll(/name: "([^"]+)"[^}]*builtin: true/g)].map(([, name]) => name!);
  assert.deepEqual([...BUILT_IN_EXTENSIONS].sort(), names.sort());
});
