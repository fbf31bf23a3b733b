import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mcpEntry } from './mcp.svelte.ts';

test('a command line or an address becomes an entry of mcp.json, and a wrong value is reported', () => {
  assert.deepEqual(mcpEntry({ name: 'files', target: 'npx -y server-fs "/my files"' }), {
    name: 'files',
    value: { command: 'npx', args: ['-y', 'server-fs', '/my files'] },
  });
  assert.deepEqual(mcpEntry({ name: 'docs', target: ' https://example.com/mcp ' }), {
    name: 'docs',
    value: { url: 'https://example.com/mcp' },
  });
  for (const [name, target] of [
    ['a b', 'npx'],
    ['', 'npx'],
    ['a', ' '],
    ['a', 'https://'],
  ] as const)
    assert.ok('problem' in mcpEntry({ name, target }), `${name}: ${target}`);
});
