import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRepository, WITHOUT_GIT } from '../git/fixtures/repository.ts';
import { askForMessage, messageIn } from './commit-message.ts';

const skip = WITHOUT_GIT;

test(
  'a model sees the difference of the chosen files, new ones included, and the style of the last messages',
  { skip },
  async (t) => {
    const { top, git, write } = await makeRepository(t);
    git('commit', '-q', '--allow-empty', '-m', 'shop: sells more');
    await write('a.txt', 'one\nTWO\nthree\n');
    await write('ü new/b.txt', 'hello\n');
    await write('other.txt', 'not chosen\n');
    const { system, text } = await askForMessage(top, { paths: ['a.txt', 'ü new/b.txt'] });
    assert.match(system, /- shop: sells more\n- first$/);
    assert.match(text, /-two\n\+TWO/);
    assert.match(text, /New files:\nü new\/b\.txt/);
    assert.match(text, /\+hello/);
    assert.doesNotMatch(text, /not chosen/);
  },
);

test('of what is staged, only that is shown, and nothing is refused', { skip }, async (t) => {
  const { top, git, write } = await makeRepository(t);
  await assert.rejects(askForMessage(top, { staged: true }), { code: 'no_changes' });
  await write('a.txt', 'staged\n');
  git('add', 'a.txt');
  await write('a.txt', 'and not staged\n');
  const { text } = await askForMessage(top, { staged: true });
  assert.match(text, /\+staged/);
  assert.doesNotMatch(text, /not staged/);
});

test('a long difference is cut, and a repository without a commit has one too', { skip }, async (t) => {
  const { top, git, write } = await makeRepository(t);
  await write('a.txt', 'x'.repeat(99_999));
  const { text } = await askForMessage(top, { paths: ['a.txt'] });
  assert.ok(text.length < 41_000 && text.endsWith('left out)'));
  git('update-ref', '-d', 'HEAD');
  git('rm', '-qf', '--cached', '-r', '.');
  const { system, text: all } = await askForMessage(top, { paths: ['a.txt', '.gitignore'] });
  assert.doesNotMatch(system, /style/);
  assert.match(all, /New files:\n\.gitignore\na\.txt/);
});

test('a message is taken out of a fence or quotation marks', () => {
  assert.equal(messageIn('```\na: b\n\nwhy\n```'), 'a: b\n\nwhy');
  assert.equal(messageIn('```text\na: b\n```\n'), 'a: b');
  assert.equal(messageIn(' “a: b” '), 'a: b');
  assert.equal(messageIn('say "a" and "b"'), 'say "a" and "b"');
});
