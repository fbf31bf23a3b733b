import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hunksOf } from '../../../shared/hunks.ts';
import { hiddenDifferences, type HiddenDifference } from './hidden-differences.ts';
import { textsOf } from '../../markdown/diff/hunk-rows.ts';
import { changedLines } from './hunk-notes.ts';

/** Returns the differences of each hunk between the texts. */
function differences(before: string, after: string): HiddenDifference[][] {
  const texts = textsOf({ before, after });
  return hunksOf('a', before, after).map((hunk) => hiddenDifferences(changedLines(texts, hunk)));
}

test('line endings, the last newline and a byte order mark are named', () => {
  assert.deepEqual(differences('a\nb\nc\n', 'a\r\nb\r\nc\r\n'), [
    [{ kind: 'line endings', from: '\n', to: '\r\n', lines: 3 }],
  ]);
  assert.deepEqual(differences('one\ntwo\n', 'one\ntwo'), [[{ kind: 'end of file', hasNewline: false }]]);
  assert.deepEqual(differences('one\ntwo', 'one\ntwo\n'), [[{ kind: 'end of file', hasNewline: true }]]);
  assert.deepEqual(differences('one\ntwo', 'one\n'), [[]], 'the last line was removed, and nothing added');
  assert.deepEqual(differences('name: x\n', '\ufeffname: x\n'), [
    [{ kind: 'byte order mark', isAdded: true }],
  ]);
});

test('line endings are named beside a changed line, and in both directions', () => {
  assert.deepEqual(differences('a\r\nb\r\nc\r\n', 'a\nB\nc\n'), [
    [{ kind: 'line endings', from: '\r\n', to: '\n', lines: 3 }],
  ]);
  assert.deepEqual(differences('a\r\nb\n', 'a\nb\r\n'), [
    [
      { kind: 'line endings', from: '\r\n', to: '\n', lines: 1 },
      { kind: 'line endings', from: '\n', to: '\r\n', lines: 1 },
    ],
  ]);
});

test('white space is named if nothing else differs', () => {
  for (const [before, after] of [
    ['a b\n', 'a  b\n'],
    ['a\n', 'a \n'],
    ['\ta\n', '    a\n'],
    ['a b\n', 'a\u00a0b\n'],
    ['f(a, b)\n', 'f(a,\n  b)\n'],
    ['', '\n\n'],
  ] as const)
    assert.deepEqual(
      differences(before, after),
      [[{ kind: 'white space' }]],
      JSON.stringify([before, after]),
    );
  assert.deepEqual(differences('a b\n', 'a  c\n'), [[]]);
});

test('characters that nobody sees, and bytes that are not UTF-8, are named', () => {
  const added = (...characters: string[]): HiddenDifference[][] => [
    [{ kind: 'invisible characters', isAdded: true, characters }],
  ];
  assert.deepEqual(differences('admin\n', 'ad\u200bmin\n'), added('\u200b'));
  assert.deepEqual(differences('if (x) //\n', 'if (x) \u202e//\u2066\n'), added('\u202e', '\u2066'));
  assert.deepEqual(differences('a\n', 'a\ufe0f\n'), added('\ufe0f'));
});

test('letters that look like others are named', () => {
  const pairs = (before: string, after: string): unknown =>
    differences(`${before}\n`, `${after}\n`)[0]!.map((one) =>
      one.kind === 'similar characters' ? one.pairs : one,
    );
  assert.deepEqual(pairs('admin', '\u0430dmin'), [[{ from: 'a', to: '\u0430' }]]);
  assert.deepEqual(pairs('caf\u00e9', 'cafe\u0301'), [[{ from: '\u00e9', to: 'e\u0301' }]]);
  assert.deepEqual(pairs('a-b', 'a\u2010b'), [[{ from: '-', to: '\u2010' }]]);
  assert.deepEqual(pairs('\u03a9', '\u2126'), [[{ from: '\u03a9', to: '\u2126' }]]);
  assert.deepEqual(pairs('cat', 'dog'), []);
});

/** What a person sees of a line. Not the code under test. */
function seen(text: string): string {
  const alike: Record<string, string> = {
    '\u0430': 'a',
    '\u043e': 'o',
    '\u03bf': 'o',
    '\u2010': '-',
    '\u2011': '-',
    '\u2212': '-',
  };
  return text
    .normalize('NFKD')
    .replace(/[\s\p{Cf}\p{Cc}\p{Cs}\ufe00-\ufe0f\u034f\u115f\u3164]/gu, '')
    .replace(/./gu, (letter) => alike[letter] ?? letter);
}

test('for any two texts, the rows of each hunk look different or a word names the difference', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'o',
      'b',
      '-',
      '\u0430',
      '\u043e',
      '\u03bf',
      '\u00e9',
      'e\u0301',
      'e',
      '\u2010',
      '\u2212',
      '\u212b',
      '\u00c5',
    ],
    ...[
      ' ',
      '\t',
      '\u00a0',
      '\u2003',
      '\u3000',
      '\u200b',
      '\u200d',
      '\u202e',
      '\u2066',
      '\ufeff',
      '\ufe0f',
      '\u00ad',
      '\udce9',
      '\0',
      '\x1b',
    ],
    ...['\n', '\r\n', '\n', '\r'],
  );
  const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
  /** The same text with a few characters added, removed or replaced. */
  const changed = fc
    .tuple(
      fc.array(piece, { maxLength: 12 }),
      fc.array(fc.tuple(fc.nat(12), fc.nat(1), fc.option(piece)), { maxLength: 3 }),
    )
    .map(([pieces, edits]) => {
      const now = [...pieces];
      for (const [at, count, added] of edits) now.splice(at, count, ...(added === null ? [] : [added]));
      return [pieces.join(''), now.join('')] as const;
    });
  let alike = 0;
  fc.assert(
    fc.property(fc.oneof(fc.tuple(text, text), changed), ([before, after]) => {
      const texts = textsOf({ before, after });
      for (const hunk of hunksOf('a', before, after)) {
        const { before: old, after: now, isAtStart } = changedLines(texts, hunk);
        const look = (lines: readonly { text: string }[]): string =>
          lines.map((line) => seen(line.text)).join('\n');
        // Lines that only one side has are visible.
        if (look(old) !== look(now) || old.length !== now.length) continue;
        alike += 1;
        assert.notDeepEqual(hiddenDifferences({ before: old, after: now, isAtStart }), []);
      }
    }),
    { seed: 41, numRuns: 3000 },
  );
  assert.ok(alike > 300, `Only ${alike} hunks looked the same.`);
});

test('a letter in a line of 3 MB is compared, too', () => {
  const [start, end] = ['abcdefghi '.repeat(200_000), 'abcdefghi '.repeat(100_000)];
  assert.deepEqual(differences(`${start}a${end}`, `${start}\u0430${end}`), [
    [{ kind: 'similar characters', pairs: [{ from: 'a', to: '\u0430' }] }],
  ]);
});
