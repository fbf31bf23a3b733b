import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { FoundInFiles } from '../../../shared/searches.ts';
import { openWorkspace } from '../workspace.ts';

async function search(
  t: TestContext,
  files: Record<string, string | Buffer>,
  pattern: RegExp,
): Promise<FoundInFiles[]> {
  const dir = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-search-')));
  t.after(() => rm(dir, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
    await writeFile(path.join(dir, name), content);
  }
  await symlink('/etc', path.join(dir, 'outside')).catch(() => undefined);
  const workspace = await openWorkspace(dir);
  t.after(() => workspace.close());
  const found: FoundInFiles[] = [];
  for await (const group of workspace.search({ source: pattern.source, flags: pattern.flags }))
    found.push(group);
  return found;
}

const places = (found: FoundInFiles[]): string[] =>
  found.flatMap(({ files }) =>
    files.flatMap((file) =>
      file.lines.map(({ line, text, ranges }) => {
        const words = ranges.map(([start, length]) => text.slice(start, start + length));
        return `${file.path}:${line} ${words.join()}`;
      }),
    ),
  );

test('text is found in all files that git would not ignore, and not in binaries or through links', async (t) => {
  const found = await search(
    t,
    {
      'a.ts': 'one\nneedle and Needle\n',
      'src/b.ts': 'needle',
      '.gitignore': 'build\n',
      'build/c.ts': 'needle',
      'node_modules/d.js': 'needle',
      'image.png': Buffer.from('needle\0needle'),
    },
    /needle/gi,
  );
  assert.deepEqual(places(found).toSorted(), ['a.ts:2 needle,Needle', 'src/b.ts:1 needle']);
  assert.equal(found.at(-1)?.searched, found.at(-1)?.total);
});

test('of a long line, the part around its first match is shown', async (t) => {
  const found = await search(
    t,
    { 'a.min.js': `${'x'.repeat(50_000)}needle${'y'.repeat(50_000)}` },
    /needle/g,
  );
  assert.deepEqual(places(found), ['a.min.js:1 needle']);
  assert.equal(found[0]?.files[0]?.lines[0]?.text.length, 300);
});

test('the lines that are listed are limited, for a file and for all', async (t) => {
  const text = 'needle\n'.repeat(150);
  const files = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`${n}.txt`, text]));
  const found = await search(t, files, /needle/g);
  assert.equal(found[0]?.files[0]?.lines.length, 100);
  assert.equal(found[0]?.files[0]?.isCut, true);
  assert.equal(found.at(-1)?.isCut, true);
});

test('an expression that takes forever is given up', async (t) => {
  const found = await search(t, { 'a.txt': `${'a'.repeat(200)}!` }, /(a+)+$/g);
  assert.match(found.at(-1)?.error ?? '', /too long/);
});
