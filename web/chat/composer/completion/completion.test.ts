import assert from 'node:assert/strict';
import test from 'node:test';
import { countUses, matchingCommands } from './choices.ts';
import { complete, targetAt } from './completion.ts';

const at = (text: string): [string, number] => [text.replace('|', ''), text.indexOf('|')];
const wanted = (text: string): string => {
  const found = targetAt(...at(text));
  return found ? `${found.kind} ${found.query}` : 'nothing';
};

test('a slash at the very start is completed to a command, an at sign after white space to a file', () => {
  assert.equal(wanted('/|'), 'command ');
  assert.equal(wanted('/fi|x'), 'command fi');
  assert.equal(wanted('see @src/ap|'), 'file src/ap');
  assert.equal(wanted('@|'), 'file ');
  assert.equal(wanted('(@a|'), 'file a');
  assert.equal(wanted('@"my fi|'), 'file my fi');
});

test('slashes and at signs elsewhere are not completed', () => {
  for (const text of ['a /fi|', '/fix it|', 'me@example|', '@a b|', '|/x', 'a\n/x|']) {
    assert.equal(wanted(text), 'nothing', text);
  }
});

test('a choice replaces the typed part, and the caret is placed behind it', () => {
  const put = (text: string, choice: string): string => {
    const [plain, caret] = at(text);
    const done = complete(plain, targetAt(plain, caret)!, { value: choice });
    return `${done.text.slice(0, done.caret)}|${done.text.slice(done.caret)}`;
  };
  assert.equal(put('/fi|', 'fix-tests'), '/fix-tests |');
  assert.equal(put('see @ap| now', 'src/app.ts'), 'see @src/app.ts |now');
  assert.equal(put('@a|', 'my file.ts'), '@"my file.ts" |');
  assert.equal(put('see @sr|', 'src/'), 'see @src/|');
  assert.equal(put('@m|', 'my folder/'), '@"my folder/"|');
});

test('commands that begin with the query come before those that only contain it', () => {
  const commands = [
    { name: 'prefix', source: 'prompt' },
    { name: 'fix', source: 'prompt' },
    { name: 'other', description: 'to fix', source: 'skill' },
    { name: 'none', source: 'skill' },
  ];
  assert.deepEqual(
    matchingCommands(commands, 'FIX').map(({ value }) => value),
    ['fix', 'prefix', 'other'],
  );
});

test('among equally good matches, the most used command comes first, and choices show their arguments', () => {
  const commands = ['alpha', 'beta', 'gamma'].map((name) => ({ name, source: 'panel', hint: `<${name}>` }));
  const uses = countUses(['/gamma x', 'no /beta', '/gamma', '/beta now']);
  assert.deepEqual(
    matchingCommands(commands, '', uses).map(({ value, hint }) => [value, hint]),
    [
      ['gamma', '<gamma>'],
      ['beta', '<beta>'],
      ['alpha', '<alpha>'],
    ],
  );
  assert.equal(matchingCommands(commands, 'a', uses)[0]?.value, 'alpha');
});

test('a name that is typed in full comes before longer ones that are used more', () => {
  const commands = ['ps:kill', 'ps', 'ps:logs'].map((name) => ({ name, source: 'extension' }));
  const names = matchingCommands(commands, 'ps', new Map([['ps:kill', 9]])).map(({ value }) => value);
  assert.deepEqual(names, ['ps', 'ps:kill', 'ps:logs']);
});

test('among commands with the same name, the one that runs is offered', () => {
  const commands = [
    { name: 'model', source: 'panel' },
    { name: 'tree', source: 'panel' },
    { name: 'model', source: 'extension' },
    { name: 'tree', source: 'prompt' },
  ];
  assert.deepEqual(
    matchingCommands(commands, '').map(({ value, source }) => [value, source]),
    [
      ['model', 'extension'],
      ['tree', 'panel'],
    ],
  );
});
