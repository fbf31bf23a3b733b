import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenEditor, EXTERNAL_EDITORS, externalAddress, patternProblem } from './external-editors.ts';

test('an address contains the encoded path and the line', () => {
  const [code] = EXTERNAL_EDITORS;
  assert.equal(externalAddress(code!.pattern, '/home/me/a.ts', 12), 'vscode://file/home/me/a.ts:12');
  assert.equal(externalAddress(code!.pattern, '/a b/c#d?$&.ts'), 'vscode://file/a%20b/c%23d%3F%24%26.ts:1');
  assert.equal(externalAddress('idea://open?file={path}&line={line}', '/a', 3), 'idea://open?file=/a&line=3');
});

test('the patterns of all listed editors are valid; patterns that run in the page or lack the path are not', () => {
  for (const { pattern } of EXTERNAL_EDITORS) assert.equal(patternProblem(pattern), null);
  assert.equal(patternProblem('idea://open?file={path}'), null);
  for (const bad of [
    '',
    '{path}',
    'idea://open',
    'javascript:alert({path})',
    'JavaScript:{path}',
    'data:{path}',
  ])
    assert.notEqual(patternProblem(bad), null, bad);
});

test('an editor of the user is chosen once its pattern is valid; an unknown one counts as the first', () => {
  assert.equal(chosenEditor('custom', 'idea://open?file={path}').pattern, 'idea://open?file={path}');
  assert.equal(chosenEditor('custom', 'idea://open').id, 'vscode');
  assert.equal(chosenEditor('zed', '').name, 'Zed');
  assert.equal(chosenEditor('removed', '').id, 'vscode');
});
