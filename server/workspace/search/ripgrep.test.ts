import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { parseSearchQuery } from '../../lib/search-query.ts';
import { literalOf, possibleMatches } from './ripgrep.ts';
import { searchFiles } from './search-files.ts';

const skip = spawnSync('rg', ['--version']).status === 0 ? false : 'ripgrep is not installed';

async function setUp(t: TestContext, files: Record<string, string | Buffer>): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'pi-panel-ripgrep-'));
  t.after(() => rm(dir, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
    await writeFile(path.join(dir, name), content);
  }
  return dir;
}

test('only ASCII texts are handed on, not expressions', () => {
  const literal = (query: string, regex = '0'): string | null =>
    literalOf(parseSearchQuery({ query, regex }));
  assert.equal(literal('a.b(c)\\'), 'a.b(c)\\');
  assert.equal(literal('--flag'), '--flag');
  assert.equal(literal('plain', '1'), 'plain');
  assert.equal(literalOf(parseSearchQuery({ query: 'a.b', word: '1' })), 'a.b');
  for (const expression of ['a.b', 'a+', '\\d', '^a', 'a|b']) assert.equal(literal(expression, '1'), null);
  for (const text of ['straße', 'a\nb', '日本']) assert.equal(literal(text), null);
});

test('without ripgrep, or when it fails, all files are searched', async (t) => {
  const dir = await setUp(t, { 'a.txt': 'needle' });
  const pattern = parseSearchQuery({ query: 'needle' });
  const asked = { dir, paths: ['a.txt'], pattern };
  assert.equal(await possibleMatches({ ...asked, program: path.join(dir, 'missing') }), null);
  // The system refuses so long a command line.
  const long = Array.from({ length: 2000 }, (_, n) => `${'deep/'.repeat(600)}${n}`);
  assert.equal(await possibleMatches({ ...asked, paths: long, program: process.execPath }), null);
  // Node refuses the options with status 9.
  assert.equal(await possibleMatches({ ...asked, program: process.execPath }), null);
});

test('the names of files are never taken for options or for stdin', { skip }, async (t) => {
  const names = ['-', '--files', '-e x', 'with space', 'new\nline', 'ünï'];
  const dir = await setUp(t, Object.fromEntries(names.map((name) => [name, 'the Needle\n'])));
  const pattern = parseSearchQuery({ query: 'needle' });
  const found = await possibleMatches({ dir, paths: [...names, 'deleted'], pattern });
  assert.deepEqual(
    names.filter((name) => found?.has(name)),
    names,
  );
});

test('the same is found with and without ripgrep, in files of all kinds', { skip }, async (t) => {
  const words = [
    'needle',
    'Needle',
    'NEEDLE',
    'nee',
    'dle',
    ' ',
    '\n',
    '\r\n',
    'ß',
    '\u212A',
    'k',
    'K',
    '.',
    '(',
    '\\',
    '-e',
    '😀',
  ];
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const text = (): string => Array.from({ length: random(40) }, () => words[random(words.length)]).join('');
  const files: Record<string, string | Buffer> = {};
  for (let n = 0; n < 300; n++) {
    const content = Buffer.from(text());
    const broken = Buffer.concat([Buffer.of(0xff, 0xe2, 0x82), content, Buffer.of(0xc3)]);
    const wide = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text(), 'utf16le')]);
    files[`${n % 7}/file-${n}`] = [content, broken, wide, Buffer.concat([content, Buffer.of(0)])][random(4)]!;
  }
  const dir = await setUp(t, files);
  const paths = [...Object.keys(files), 'gone'];
  const all = () => Promise.resolve({ paths, leftOut: 0 });
  for (const query of ['needle', 'NEEDLE', 'k', '.', '(', '\\', '-e', 'e n', 'dle-e', 'ß', '😀'])
    for (const isCase of ['0', '1']) {
      const pattern = parseSearchQuery({ query, case: isCase });
      const run = async (narrow: typeof possibleMatches): Promise<unknown[]> => {
        const found = [];
        for await (const group of searchFiles({ real: dir }, { all, pattern, narrow })) found.push(group);
        assert.equal(found.at(-1)?.searched, paths.length);
        return found.flatMap(({ files: some }) => some);
      };
      const everything = await run(() => Promise.resolve(null));
      assert.deepEqual(await run(possibleMatches), everything, `${query} ${isCase}`);
    }
});
