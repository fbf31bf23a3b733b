import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXTERNAL_EDITORS, externalAddress, patternLack } from './external-editors.ts';

test('an address has the encoded path and the line', () => {
  const [code] = EXTERNAL_EDITORS;
  assert.equal(externalAddress(code!.pattern, '/home/me/a.ts', 12), 'vscode://file/home/me/a.ts:12');
  assert.equal(externalAddress(code!.pattern, '/a b/c#d?$&.ts'), 'vscode://file/a%20b/c%23d%3F%24%26.ts:1');
  assert.equal(externalAddress('idea://open?file={path}&line={line}', '/a', 3), 'idea://open?file=/a&line=3');
});

test('every known editor has a usable pattern; one that runs in the page or names no file is refused', () => {
  for (const { pattern } of EXTERNAL_EDITORS) assert.equal(patternLack(pattern), null);
  assert.equal(patternLack('idea://open?file={path}'), null);
  for (const bad of [
    '',
    '{path}',
    'idea://open',
    'javascript:alert({path})',
    'JavaScript:{path}',
    'data:{path}',
  ])
    assert.notEqual(patternLack(bad), null, bad);
});
