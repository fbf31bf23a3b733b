// The Chinese and Japanese READMEs match the English one in everything that is not translated.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const TRANSLATIONS = ['README.zh-CN.md', 'README.ja.md'];
const FENCE = /^```[^]*?^```$/gm;

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const english = read('README.md');

const all = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([whole, part]) => part ?? whole);

/** Leaves out the links from each README to the others. */
const linksOf = (text: string): string[] =>
  all(text, /\]\(([^)]+)\)/g).filter((link) => !link.startsWith('README'));
const codeOf = (text: string): string[] =>
  all(text.replace(FENCE, ''), /`([^`]+)`/g).map((code) => code.replace(/\s+/g, ' '));
/** Headings, items and rows, in their order, without their words. */
const shapeOf = (text: string): string[] => all(text.replace(FENCE, ''), /^(?:#+|- \*\*|\d+\.|\|)(?= )/gm);
/** The numbers in the table of figures, without their units. */
const figuresOf = (text: string): string[] =>
  all(text.slice(text.lastIndexOf('docs/bench.md'), text.lastIndexOf('256')), /^\|.*\|$/gm).flatMap((row) =>
    all(row, /\d[\d,.]*/g).sort(),
  );

for (const name of TRANSLATIONS) {
  const translated = read(name);

  test(`${name} has the headings, items and rows of the English README`, () => {
    assert.deepEqual(shapeOf(translated), shapeOf(english));
  });

  test(`${name} has its blocks of code and its figures`, () => {
    assert.deepEqual(all(translated, FENCE), all(english, FENCE));
    assert.ok(figuresOf(english).length > 15);
    assert.deepEqual(figuresOf(translated), figuresOf(english));
  });

  test(`${name} has its links, pictures and names in code`, () => {
    assert.deepEqual(linksOf(translated).sort(), linksOf(english).sort());
    assert.deepEqual(codeOf(translated).sort(), codeOf(english).sort());
  });

  test(`${name} and the English README link to each other`, () => {
    assert.ok(english.split('\n', 4).join('\n').includes(`](${name})`));
    assert.ok(translated.split('\n', 4).join('\n').includes('](README.md)'));
  });
}

test('the README says how to open a project of your own, and which pi runs', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
  const commands = all(english, FENCE).join('\n');
  assert.match(commands, /^```sh\nnpm --prefix ~\/pi-panel start +# the agent, for the folder you are in/);
  assert.ok(commands.includes('npm start -- ~/code/my-project'));
  const own = devDependencies['@earendil-works/pi-coding-agent']!;
  assert.ok(
    commands.includes(
      `npm start -- --agent pi                     # the pi in your PATH instead of the bundled ${own}`,
    ),
  );
});
