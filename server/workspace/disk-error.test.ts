import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notAFile, onDisk, outside } from './disk-error.ts';

function failing(code?: string): Promise<never> {
  return Promise.reject(Object.assign(new Error('of the disk'), { code }));
}

test('each error of the disk is a Refusal about the path, with a status that clients understand', async () => {
  for (const [disk, status, code] of [
    ['ENOENT', 404, 'not_found'],
    ['ENOTDIR', 400, 'not_a_folder'],
    ['EISDIR', 400, 'not_a_file'],
    ['ENXIO', 400, 'not_a_file'],
    ['ELOOP', 403, 'outside_workspace'],
    ['ENAMETOOLONG', 400, 'bad_path'],
    ['EACCES', 403, 'not_permitted'],
    ['EPERM', 403, 'not_permitted'],
    ['EROFS', 403, 'not_permitted'],
    ['EEXIST', 412, 'changed'],
    ['EBUSY', 409, 'busy'],
    ['ENOTEMPTY', 409, 'exists'],
    ['EXDEV', 409, 'other_disk'],
    ['ENOSPC', 507, 'disk_full'],
    ['EDQUOT', 507, 'disk_full'],
    ['EFBIG', 507, 'disk_full'],
  ] as const)
    await assert.rejects(
      onDisk('a.txt', () => failing(disk)),
      { status, code, message: /^"a\.txt" / },
      disk,
    );
});

test('other errors stay as they are, and a result is handed on', async () => {
  await assert.rejects(
    onDisk('a', () => failing()),
    { message: 'of the disk' },
  );
  await assert.rejects(
    onDisk('a', () => failing('EMFILE')),
    { message: 'of the disk', code: 'EMFILE' },
  );
  assert.equal(await onDisk('a', () => Promise.resolve('result')), 'result');
});

test('a path that leads out, and one that is not a file, are refused', () => {
  assert.deepEqual([outside('a').status, outside('a').code], [403, 'outside_workspace']);
  assert.deepEqual([notAFile('a').status, notAFile('a').code], [400, 'not_a_file']);
  assert.match(outside('').message, /^The workspace /);
});
