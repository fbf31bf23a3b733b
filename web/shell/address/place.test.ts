import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPlace, NO_PLACE, parsePlace, type Place } from './place.ts';

const format = (place: Partial<Place>, search = ''): string =>
  formatPlace({ ...NO_PLACE, ...place }, { search, agent: 'a1' });

test('an address that names nothing is empty', () => {
  assert.equal(format({}), '');
  assert.deepEqual(parsePlace(''), NO_PLACE);
});

test('each place is the one that its address names', () => {
  const places: Partial<Place>[] = [
    { session: '019a-b', file: 'src/a b&c=#?.ts', line: 12 },
    { session: '019a-b', review: { scope: 'session', turn: null } },
    { review: { scope: 'head', turn: 'e:1 2' }, file: 'docs/日本.md', settings: 'models' },
    { file: 'a.ts', diff: 'call_1|fc_2' },
    { region: 'agents' },
    { settings: 'packages' },
  ];
  for (const place of places) assert.deepEqual(parsePlace(format(place)), { ...NO_PLACE, ...place });
});

test('the path of a file is readable in the address', () => {
  assert.equal(
    format({ session: 's1', file: 'src/lib/a.ts', line: 3 }),
    '?session=s1&file=src/lib/a.ts&line=3',
  );
});

test('parameters of somebody else stay in the address, and those of the page are replaced', () => {
  assert.equal(format({ settings: 'pi' }, '?from=home&file=a.ts&show=a2'), '?from=home&settings=pi');
});

test('the address of a window of its own names the agent that it shows', () => {
  assert.equal(format({ session: 's1' }, '?agent=a0&session=s0'), '?agent=a1&session=s1');
});

test('a value that is not valid counts as absent', () => {
  const hostile = [
    '?review=all&turn=e1',
    '?review=__proto__',
    '?region=%3Cimg%20src%3Dx%3E&settings=../pi',
    `?region=${'x'.repeat(65)}`,
    '?file=a%00b',
    `?file=${'a'.repeat(4097)}`,
    '?session=%0A&file=',
    '?line=12&diff=conversation',
    '?%E0%A4%A=1&file',
  ];
  for (const search of hostile) assert.deepEqual(parsePlace(search), NO_PLACE, search);
  for (const line of ['0', '-1', '1.5', '1e3', 'NaN', '9'.repeat(20)])
    assert.equal(parsePlace(`?file=a.ts&line=${line}`).line, null, line);
});
