import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXTERNAL_EDITORS, externalAddress } from './external-editors.ts';

test('an address names the file, whatever its name, and the line', () => {
  const [code] = EXTERNAL_EDITORS;
  assert.equal(externalAddress(code!, '/home/me/a.ts', 12), 'vscode://file/home/me/a.ts:12');
  assert.equal(externalAddress(code!, '/a b/c#d?.ts'), 'vscode://file/a%20b/c%23d%3F.ts');
});
