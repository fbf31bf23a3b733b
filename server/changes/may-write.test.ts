import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayWrite } from './may-write.ts';

test('tools that only read are not recorded, all others may write', () => {
  const tools = ['read', 'grep', 'find', 'ls', 'write', 'edit', 'bash', 'of an extension'];
  assert.deepEqual(
    tools.filter((tool) => mayWrite(tool)),
    ['write', 'edit', 'bash', 'of an extension'],
  );
});
