import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePointer } from './lfs-pointer.ts';

const OID = 'a'.repeat(64);
const pointer = (more = ''): string =>
  `version https://git-lfs.github.com/spec/v1\n${more}oid sha256:${OID}\nsize 12345\n`;

test('a pointer of git-lfs says the hash and the size of its file', () => {
  assert.deepEqual(parsePointer(pointer()), { oid: OID, size: 12345 });
});

test('no other text is a pointer', () => {
  for (const text of [
    '',
    'version 1\n',
    `# ${pointer()}`,
    pointer().replace('sha256', 'md5'),
    pointer().replace('12345', 'many'),
    pointer() + 'x'.repeat(1024),
    pointer(`ext-0-x sha256:${OID}\n`),
  ])
    assert.equal(parsePointer(text), null, text);
});
