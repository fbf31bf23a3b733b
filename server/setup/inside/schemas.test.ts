import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { readSchema } from './schemas.ts';

const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-schemas-'));
after(() => rm(root, { recursive: true }));

const program = path.join(root, 'dist', 'bundle', 'cli.js');
await mkdir(path.dirname(program), { recursive: true });
await mkdir(path.join(root, 'schemas'));
await writeFile(path.join(root, 'dist', 'package.json'), '{"type":"module"}');
await writeFile(
  path.join(root, 'package.json'),
  '{"name":"@earendil-works/pi-coding-agent","version":"1.5.2"}',
);
await writeFile(path.join(root, 'schemas', 'models.schema.json'), '{"type":"object"}');

test('a schema is read from the package of the running pi, with the version that it belongs to', async () => {
  assert.deepEqual(await readSchema('models', program), { schema: { type: 'object' }, version: '1.5.2' });
});

test('a pi without this schema, or without a package around it, has none', async () => {
  assert.equal(await readSchema('mcp', program), null);
  assert.equal(await readSchema('models', '/usr/bin/pi'), null);
});
