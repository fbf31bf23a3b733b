import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { deriveSchema, withoutDescriptions } from './models-schema.ts';

test('the stored schema of models.json is the one with which the panel’s own pi checks the file', async () => {
  const stored = new URL('../web/settings/schemas/models-schema.json', import.meta.url);
  const schema = JSON.parse(await readFile(stored, 'utf8')) as Parameters<typeof withoutDescriptions>[0];
  // If this fails after an update of pi, `node scripts/models-schema.ts` writes the schema again.
  assert.deepEqual(withoutDescriptions(schema), JSON.parse(JSON.stringify(await deriveSchema())));
});
