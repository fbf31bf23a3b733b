import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { testCoverage, THREATS_DOCUMENT } from './test-titles.ts';
import { coverageDocument, strayIds, titlesById } from './trust-coverage.ts';
import { FAULTS, THREATS } from './trust-list.ts';

test('docs/threats.md says which threats and faults have a test (`npm run coverage` writes it)', () => {
  const document = coverageDocument(testCoverage());
  assert.equal(readFileSync(THREATS_DOCUMENT, 'utf8'), document, 'run `npm run coverage`');
});

test('every id in a title is in the list, and no test covers an absent one', () => {
  const { titles, soaked } = testCoverage();
  for (const found of [titles, soaked]) assert.deepEqual(strayIds(found, [...THREATS, ...FAULTS]), []);
});

test('the ids in the list have no gaps', () => {
  const numbered = (letter: string, count: number): string[] =>
    Array.from({ length: count }, (_, i) => `${letter}-${String(i + 1).padStart(2, '0')}`);
  assert.deepEqual(
    [...THREATS, ...FAULTS].map(({ id }) => id),
    [...numbered('S', THREATS.length), ...numbered('R', FAULTS.length)],
  );
});

test('a title counts in every spelling of a test, but not in skipped tests and other texts', () => {
  const source = `
    test('${'S'}-01: one', () => {});
    it(
      "${'S'}-02, ${'S'}-03: it's two", () => {});
    test.describe(\`${'R'}-04 and ${'R'}-05: a group\`, () => {});
    test.skip('${'S'}-06: not yet', () => {});
    test('the threat ${'S'}-07 is only mentioned', () => {});
    // test of ${'S'}-08: a comment`;
  assert.deepEqual(
    [...titlesById([source])],
    [
      ['S-01', ['one']],
      ['S-02', ["it's two"]],
      ['S-03', ["it's two"]],
      ['R-04', ['a group']],
      ['R-05', ['a group']],
    ],
  );
});

test('the document says what covers each id, and counts only what `npm test -- all` covers', () => {
  const list = [
    { id: 'S-01', title: 'one' },
    { id: 'S-02', title: 'two' },
    { id: 'S-03', title: 'three' },
    { id: 'S-04', title: 'four', absent: 'nobody can' },
  ];
  const document = coverageDocument({
    threats: list,
    faults: [],
    titles: new Map([['S-01', ['x']]]),
    soaked: new Map(['S-01', 'S-02'].map((id) => [id, ['x']])),
  });
  assert.match(document, /1 of 4 threats have a test in `npm test -- all`\./);
  assert.match(document, /\| S-01 \| one +\| `npm test -- all` +\|/);
  assert.match(document, /\| S-02 \| two +\| `npm run test:soak` +\|/);
  assert.match(document, /\| S-03 \| three +\| nothing yet +\|/);
  assert.match(document, /\| S-04 \| four +\| cannot happen: nobody can +\|/);
});
