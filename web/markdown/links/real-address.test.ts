import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MarkdownBlocks } from '../blocks.ts';
import { realAddress, visibleTextOf } from './real-address.ts';

const EVIL = 'https://evil.example/x';

test('S-44: a text that looks like another address than the one of its link is found', () => {
  for (const text of [
    'https://github.com/login',
    'http://github.com',
    'github.com',
    'www.github.com',
    'GitHub.COM',
    'see github.com/login for more',
    'github.com:443',
    'https://evil.example@github.com/',
    'https://github.com@evil.example/',
    'git\u200bhub.com',
    'git\u00adhub\u2060.com',
    'github\u3002com',
    'ｇｉｔｈｕｂ．ｃｏｍ',
    'https:⁄⁄github.com⁄x',
    'аpple.com',
    'münchen.de',
    '10.0.0.1',
    'http://localhost:3000',
    'https://[::1]/x',
    'me@bank.com',
    'https://evil.example.bank.com',
    'evil.example:8443',
    'https://evil.example/y',
    'ftp://github.com',
  ])
    assert.equal(realAddress(text, EVIL), EVIL, text);
  assert.equal(realAddress('a@bank.com', 'mailto:a@evil.example'), 'mailto:a@evil.example');
  assert.equal(realAddress('аpple.com', 'https://xn--pple-43d.com/'), 'https://xn--pple-43d.com/');
  assert.equal(realAddress('a.com', `https://b.com/${'x'.repeat(200)}`), `https://b.com/${'x'.repeat(86)}…`);
});

test('a text that names the place of its link, or none, is honest', () => {
  for (const text of [
    'here',
    'evil.example',
    'EVIL.example/',
    'https://evil.example/x',
    'http://www.evil.example',
  ])
    assert.equal(realAddress(text, EVIL), null, text);
  for (const text of [
    'evil.example/x.',
    'README.md',
    'Node.js',
    'src/app.ts',
    'Array.map',
    'fs.readFile',
    'v1.2.3',
  ])
    assert.equal(realAddress(text, EVIL), null, text);
  assert.equal(realAddress('e.g. this', EVIL), null);
  assert.equal(realAddress('a/b.md and 3.14', EVIL), null);
  assert.equal(realAddress('https://a.com/%C3%A9', 'https://a.com/é'), null);
  assert.equal(realAddress('https://a.com/long/pa…', 'https://a.com/long/path?q'), null);
  assert.equal(realAddress('me@bank.com', 'mailto:me@bank.com'), null);
  assert.equal(realAddress('https://a.com:8080/', 'https://a.com:8080/'), null);
  assert.equal(realAddress(`${'a.'.repeat(100_000)}`, EVIL), null);
});

test('the text of a link is what people see, whatever its marks', () => {
  const textOf = (source: string): string =>
    visibleTextOf(
      (new MarkdownBlocks().settle(source)[0] as unknown as { tokens: { tokens: [] }[] }).tokens[0]!.tokens,
    );
  assert.equal(textOf('[git**hub**`.com`](https://x.test)'), 'github.com');
  assert.equal(textOf('[github&#46;com ![a.com](b)](https://x.test)'), 'github.com a.com');
});
