import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { soakTitles, testTitles } from './test-titles.ts';
import { coverageBlock, strayIds, titlesById, withCoverage } from './trust-coverage.ts';
import { FAULTS, THREATS } from './trust-list.ts';

test('the README says which threats and faults have a test (`npm run coverage` writes it)', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const block = coverageBlock({
    threats: THREATS,
    faults: FAULTS,
    titles: testTitles(),
    soaked: soakTitles(),
  });
  assert.equal(readme, withCoverage(readme, block), 'run `npm run coverage`');
});

test('every id in a title is one of the list, and no test shows what is said to be absent', () => {
  for (const titles of [testTitles(), soakTitles()])
    assert.deepEqual(strayIds(titles, [...THREATS, ...FAULTS]), []);
});

test('the list counts without a gap', () => {
  const numbered = (letter: string, count: number): string[] =>
    Array.from({ length: count }, (_, i) => `${letter}-${String(i + 1).padStart(2, '0')}`);
  assert.deepEqual(
    [...THREATS, ...FAULTS].map(({ id }) => id),
    [...numbered('S', 63), ...numbered('R', 60)],
  );
});

test('titles count in every spelling of a test, skipped tests and other texts do not', () => {
  const source = `
    test('${'S'}-01: one', () => {});
    it(
      "${'S'}-02, ${'S'}-03: it's two", () => {});
    test.describe(\`${'R'}-04 and ${'R'}-05: a group\`, () => {});
    test.skip('${'S'}-06: not yet', () => {});
    test('the threat ${'S'}-07 is only spoken of', () => {});
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

test('what has no test is named, and what cannot have one with the reason', () => {
  const threats = [
    { id: 'S-01', title: 'one' },
    { id: 'S-02', title: 'two' },
    { id: 'S-03', title: 'three', absent: 'nobody can' },
  ];
  const block = coverageBlock({ threats, faults: [], titles: new Map([['S-01', ['x']]]), soaked: new Map() });
  assert.match(block, /\*\*1 of 3 listed threats\*\*/);
  assert.match(block, /Without one: S-02 \(two\)\./);
  assert.match(block, /Cannot happen here: S-03 \(three\): nobody can\./);
});

test('what only the soak run shows is no test of `npm test`, and no gap either', () => {
  const faults = [
    { id: 'R-01', title: 'one' },
    { id: 'R-02', title: 'two' },
  ];
  const soaked = new Map(['R-01', 'R-02'].map((id) => [id, ['x']]));
  const block = coverageBlock({ threats: [], faults, titles: new Map([['R-01', ['x']]]), soaked });
  assert.match(block, /\*\*1 of 2 listed faults\*\*/);
  assert.match(block, /Shown by `npm run test:soak` only: R-02 \(two\)\./);
  assert.doesNotMatch(block, /Without one/);
});
