import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { deriveSchema, withoutDescriptions } from './models-schema.ts';

test('the stored schema of models.json is the one with which pi 0.87.1 checks the file', async (t) => {
  const derived = await deriveSchema();
  if (!derived) return t.skip('pi 0.87.1 is not installed: `npm run versions` installs it');
  const stored = new URL('../web/settings/schemas/models-schema.json', import.meta.url);
  const schema = JSON.parse(await readFile(stored, 'utf8')) as Parameters<typeof withoutDescriptions>[0];
  assert.deepEqual(withoutDescriptions(schema), JSON.parse(JSON.stringify(derived)));
});
