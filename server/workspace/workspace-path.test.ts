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
    'a/%2e%2e/x',
    '%2e%2e/x',
    '..%2fx',
    'a/%2E./x',
    '..%5cx',
  ];
  const absolute = ['/etc/passwd', '//server/share', '~', '~/x', 'file:///x'];
  const odd = ['x\u0000', 'x'.repeat(4097)];
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
    ['a\0', /NUL character/],
    ['/a', /absolute/],
    ['~/a', /starts with ~/],
    ['http://a', /starts with a scheme/],
    ['git+ssh://a', /starts with a scheme/],
    ['a/../b', /leaves its folder/],
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

test('names that only another system could not have are ordinary', async () => {
  const names = [
    'a\\b.txt',
    'c:d.txt',
    'C:/x',
    'trail.',
    'trail ',
    'a./b ',
    'tab\there',
    'x\ny',
    '..\\x',
    'ab:/x',
    'x\u0085',
  ];
  for (const name of names) {
    assert.equal(parsePath(name), name);
    await asWindows(() => assert.throws(() => parsePath(name), { code: 'bad_path' }, name));
  }
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

test('S-34: no accepted path has a name that means another folder', async () => {
  const piece = fc.constantFrom('a', '..', '.', '/', '\\', '~', ':', '%2e', '%2f', ' ', '\u0000', 'C:', 'ä');
  const check = (odd: RegExp): void =>
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        let path: string;
        try {
          path = parsePath(pieces.join(''));
        } catch (error) {
          return error instanceof Refusal;
        }
        const names = path === '' ? [] : path.split('/');
        return names.every((name) => !['', '.', '..'].includes(name)) && !odd.test(path);
      }),
      { numRuns: 2000 },
    );
  check(/\0/);
  await asWindows(() => check(/[\\:\p{Cc}]|[. ](?:\/|$)/u));
});

test('the parent of a top-level name is the workspace', () => {
  assert.equal(parentOf('a/b/c'), 'a/b');
  assert.equal(parentOf('a'), '');
  assert.equal(parentOf(''), '');
});
