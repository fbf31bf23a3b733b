import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubtsOf, findDoubts } from './doubts.ts';
import type { Doubt } from './journal.ts';
import type { Step } from './step.ts';

const MINUTE = 60_000;

test('what an editor has saved while a command ran, and what a long command does not name, may be the user’s', () => {
  const doubts = (isLong: boolean): Record<string, Doubt> =>
    Object.fromEntries(
      findDoubts(
        ['src/saved.ts', 'src/built.js', 'notes.md', 'src/spread.ts'].map((path) => ({ path, isOld: true })),
        {
          ...{ text: 'build src/built.js src/spread.ts', workspace: '/w', isLong },
          moments: new Map([
            ['src/.saved.ts.swp', { first: 0, last: 0 }],
            ['src/built.js', { first: 100, last: 599 }],
            ['src/spread.ts', { first: 100, last: 600 }],
          ]),
        },
      ),
    );
  assert.deepEqual(doubts(false), { 'src/saved.ts': 'editor' });
  assert.deepEqual(doubts(true), {
    ...{ 'src/saved.ts': 'editor', 'src/built.js': 'named' },
    ...{ 'notes.md': 'unnamed', 'src/spread.ts': 'moments' },
  });
});

test('a new file that a command writes for long is its own, and one beside a file that some editor left may be not', () => {
  const doubts = findDoubts(
    [
      { path: 'new.log', isOld: false },
      { path: 'src/a.ts', isOld: true },
    ],
    {
      ...{ text: 'run > new.log; touch src/a.ts', workspace: '/w', isLong: true },
      moments: new Map([
        ['new.log', { first: 0, last: 9000 }],
        ['src/4913', { first: 0, last: 0 }],
      ]),
    },
  );
  assert.deepEqual(
    [...doubts],
    [
      ['new.log', 'named'],
      ['src/a.ts', 'editor'],
    ],
  );
});

test('the row of an undo says the strongest of its doubts, with the time of that command', () => {
  const step = (id: string, path: string, { doubt, ms = 1000 }: { doubt?: Doubt; ms?: number } = {}): Step =>
    ({ id, path, doubt, call: { at: 0, endedAt: ms } }) as unknown as Step;
  const steps = [
    step('s1', 'a', { doubt: 'editor', ms: 4 * MINUTE }),
    step('s2', 'a', { doubt: 'named' }),
    step('s3', 'b', { doubt: 'unnamed', ms: 200 * MINUTE }),
    step('s4', 'c'),
  ];
  const say = (path: string, ...ids: string[]) =>
    doubtsOf({ steps }, { path, sources: [{ steps: ids }] }).mayBeYours;
  assert.match(say('a', 's1', 's2')!, /^An editor saved it while a command of 4 min ran/);
  assert.match(say('a', 's2')!, /^Found after a command of 1 s; it may be yours/);
  assert.match(say('b', 's3')!, /^Found after a command of 3 h that does not name it/);
  assert.equal(say('c', 's4'), undefined);
  assert.match(say('b')!, /does not name it/, 'the undo of a part of a file has no steps');
});

test('the time of a command is said in seconds up to two minutes, and in minutes up to two hours', () => {
  const say = (ms: number): string | undefined => {
    const step = { id: 's', path: 'a', doubt: 'named', call: { at: 5, endedAt: 5 + ms } } as unknown as Step;
    const { mayBeYours = '' } = doubtsOf({ steps: [step] }, { path: 'a', sources: [{ steps: ['s'] }] });
    return /a command of ([^;]*);/.exec(mayBeYours)?.[1];
  };
  const minute = 60_000;
  assert.deepEqual(
    [0, 1499, 1500, 119_499, 119_500, 119 * minute, 120 * minute, 149 * minute, 150 * minute].map(say),
    ['1 s', '1 s', '2 s', '119 s', '2 min', '119 min', '2 h', '2 h', '3 h'],
  );
});
