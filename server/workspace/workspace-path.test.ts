import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '../../shared/refusal.ts';
import { asWindows } from './fixtures/as-platform.ts';
import { parentOf, parsePath } from './workspace-path.ts';

test('a plain relative path is unchanged', () => {
  for (const path of [
    '',
    'a',
    'a/b.txt',
    '.env',
    'a b/ä.md',
    '..a/b',
    'a..b',
    'x~',
    '100%.md',
    'a%20b',
    'Foo::Bar.3',
  ]) {
    assert.equal(parsePath(path), path);
  }
});

test('dots and repeated slashes are removed', () => {
  assert.equal(parsePath('./a//b/./c/'), 'a/b/c');
  assert.equal(parsePath('.'), '');
});

test('S-34: a path that could lead elsewhere is refused with the name of its field', () => {
  const parents = [
    '..',
    '../x',
    'a/../../x',
    'a/..',
    '....//x',
    'a/%2e%2e/x',
    '%2e%2e/x',
    '..%2fx',
    'a/%2E./x',
    '..%5cx',
  ];
  const absolute = [
    '/etc/passwd',
    '//server/share',
    '~',
    '~/x',
    'file:///x',
    'C:\\x',
    'c:x',
    'C:/x',
    '\\\\evil\\s',
  ];
  const odd = ['..\\x', 'x\u0000', 'x\ny', 'x\u007f', 'x\u0085', 'a./b', 'a ', 'a /b', 'x'.repeat(4097)];
  for (const path of [...parents, ...absolute, ...odd]) {
    assert.throws(
      () => parsePath(path, 'from'),
      (error) => error instanceof Refusal && error.status === 400 && error.message.startsWith('from: '),
      path,
    );
  }
});

test('a refusal says what is wrong with the path, and repeats only its beginning', () => {
  for (const [path, why] of [
    ['a\n', /control character/],
    ['a\\b', /backslash/],
    ['/a', /absolute/],
    ['~/a', /starts with ~/],
    ['http://a', /drive or a scheme/],
    ['git+ssh://a', /drive or a scheme/],
    ['a/../b', /leaves its folder/],
    ['a./b', /ends in a dot/],
    ['%2e%2e/b', /percent signs/],
  ] as const)
    assert.throws(() => parsePath(path), { code: 'bad_path', message: why }, path);
  assert.throws(
    () => parsePath('x'.repeat(5000)),
    ({ message }: Error) => message.length < 300 && /longer than 4096/.test(message),
  );
});

test('names that only resemble a home folder, a drive or a scheme are accepted', () => {
  for (const path of [
    '~x',
    'a/~',
    'ab:c',
    'a/b:c',
    '1:/x',
    'ab:c/x',
    'a/bc:/x',
    '%2e',
    '%2f',
    '%2ex',
    'x'.repeat(4096),
  ])
    assert.equal(parsePath(path), path);
});

test('S-34: on Windows, names that mean a device or a second stream of a file are refused, too', async () => {
  const streams = ['a.txt:hidden', 'sub/a:$DATA'];
  const devices = ['con', 'sub/NUL', 'aux.txt', 'prn/x', 'com1', 'LPT9.log'];
  for (const path of [...streams, ...devices]) {
    assert.equal(parsePath(path), path);
    await asWindows(() => assert.throws(() => parsePath(path), { code: 'bad_path' }, path));
  }
  await asWindows(() => {
    for (const path of ['console', 'icon', 'com', 'com12', 'lptx', 'a/b.txt'])
      assert.equal(parsePath(path), path);
  });
});

test('S-34: no accepted path has a name that means another folder', () => {
  const piece = fc.constantFrom('a', '..', '.', '/', '\\', '~', ':', '%2e', '%2f', ' ', '\u0000', 'C:', 'ä');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      let path: string;
      try {
        path = parsePath(pieces.join(''));
      } catch (error) {
        return error instanceof Refusal;
      }
      const names = path === '' ? [] : path.split('/');
      return names.every((name) => !['', '.', '..'].includes(name)) && !/[\\\p{Cc}]/u.test(path);
    }),
    { numRuns: 2000 },
  );
});

test('the parent of a top-level name is the workspace', () => {
  assert.equal(parentOf('a/b/c'), 'a/b');
  assert.equal(parentOf('a'), '');
  assert.equal(parentOf(''), '');
});
