import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUsed } from './used-files.ts';

const NAME = '0123456789abcdefghijklmnopqrstuv0123456789abcdefghij';

function loaded(pathname: string, ...names: string[]) {
  return {
    baseURI: 'http://x.localhost/',
    defaultView: {
      location: { pathname },
      performance: { getEntriesByType: () => names.map((name) => ({ name })) },
    },
  } as unknown as Parameters<typeof isUsed>[1];
}

test('a document uses its own file and what it has loaded, and nothing else', () => {
  const page = loaded(
    '/docs/a%20b.html',
    'http://x.localhost/docs/style.css?v=1',
    'https://cdn.example/lib.js',
  );
  for (const path of ['docs/a b.html', 'docs/style.css', '']) assert.equal(isUsed([path], page), true, path);
  for (const path of ['docs', 'docs/b.html', 'style.css']) assert.equal(isUsed([path], page), false, path);
  assert.equal(isUsed([], page), false);
});

test('a folder stands for its index, and the name of a frame below the page is not part of a path', () => {
  assert.equal(isUsed(['docs/index.html'], loaded('/docs/')), true);
  const below = loaded(`/user/a/frames/${NAME}/a.html`, `https://hub.example/user/a/frames/${NAME}/b.css`);
  assert.equal(isUsed(['a.html'], below), true);
  assert.equal(isUsed(['b.css'], below), true);
});
