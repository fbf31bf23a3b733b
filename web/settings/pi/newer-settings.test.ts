import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { newerSettings } from './newer-settings.ts';

const types = (schema: unknown): unknown[][] =>
  newerSettings(schema).map(({ key, kind, fallback, values }) => [key, kind, fallback, ...values]);

test('settings that the panel does not know are shown by pi’s own names, each by its kind', () => {
  const properties = {
    theme: { type: 'string' },
    notices: {
      type: 'object',
      properties: {
        cacheMisses: { type: 'boolean', default: true, description: 'Show them.' },
        level: { anyOf: [{ const: 'all' }, { const: 'some' }], default: 'all' },
      },
    },
    retry: { properties: { enabled: { type: 'boolean' }, jitterMs: { type: 'number', default: 5 } } },
    names: { type: 'array', items: { type: 'string' } },
    rules: { type: 'array', items: { type: 'object' } },
    word: { type: 'string' },
    deviceId: { type: 'string' },
  };
  assert.deepEqual(types({ properties }), [
    ['notices.cacheMisses', 'toggle', 'on', true, false],
    ['notices.level', 'choice', 'all', 'all', 'some'],
    ['retry.jitterMs', 'count', '5'],
    ['names', 'list', ''],
    ['rules', 'json', ''],
    ['word', 'text', ''],
  ]);
  assert.equal(newerSettings({ properties })[0]?.description, 'Show them.');
});

test('a schema of another shape has none', () => {
  for (const odd of [null, undefined, 'text', {}, { properties: null }, { properties: { a: null } }])
    assert.deepEqual(
      types(odd).filter(([, kind]) => kind !== 'json'),
      [],
    );
});

test('the panel’s own pi has no setting that the panel does not know', async () => {
  const pi = '../../../node_modules/@earendil-works/pi-coding-agent/';
  const file = new URL(`${pi}schemas/settings.schema.json`, import.meta.url);
  assert.deepEqual(types(JSON.parse(await readFile(file, 'utf8'))), []);
});
