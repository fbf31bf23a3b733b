import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { ReaderPlaces } from './reader-places.ts';

beforeEach(() =>
  Object.defineProperty(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true }),
);

test('a reader’s place and the chosen run survive a reload until the reader follows the end again', () => {
  const places = new ReaderPlaces();
  places.setPlace('a', { at: 500, up: 3, newLines: 1 });
  places.chooseRun('session', 'a');

  const reloaded = new ReaderPlaces();
  assert.deepEqual(reloaded.placeOf('a'), { at: 500, up: 3, newLines: 1 });
  assert.equal(reloaded.chosenRun('session'), 'a');
  assert.equal(reloaded.chosenRun('another'), null);

  reloaded.setPlace('a', undefined);
  reloaded.chooseRun('session', null);
  assert.equal(new ReaderPlaces().placeOf('a'), undefined);
  assert.equal(new ReaderPlaces().chosenRun('session'), null);
});

test('only the fifty most recent places are stored', () => {
  const places = new ReaderPlaces();
  for (let run = 0; run < 60; run++) places.setPlace(`${run}`, { at: run, up: 1, newLines: 0 });
  places.setPlace('10', { at: 10, up: 2, newLines: 0 });
  places.setPlace('60', { at: 60, up: 1, newLines: 0 });
  assert.equal(places.placeOf('10')?.up, 2);
  assert.equal(places.placeOf('11'), undefined);
  assert.equal(places.placeOf('59')?.at, 59);
});
