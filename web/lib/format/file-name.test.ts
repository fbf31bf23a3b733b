import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileNameOf } from './file-name.ts';

test('a title becomes a name that every system allows', () => {
  assert.equal(fileNameOf('Fix the login', 'id'), 'Fix the login');
  assert.equal(
    fileNameOf('Why does "src/a.ts" fail?\nIt says: no', 'id'),
    'Why does -src-a.ts- fail- It says- no',
  );
  assert.equal(fileNameOf('..hidden. ', 'id'), 'hidden');
  assert.equal(fileNameOf('日本語のタイトル', 'id'), '日本語のタイトル');
  assert.equal(fileNameOf(`${'x'.repeat(58)} and more`, 'id'), `${'x'.repeat(58)} a`);
  for (const nothing of ['', ' \n', '???', '..']) assert.equal(fileNameOf(nothing, 'id'), 'id');
});
