import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReaderPlaces } from './reader-places.ts';

function storage(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

test('a reader’s place and the chosen run outlive the page, until the end is followed again', () => {
  const kept = storage();
  const places = new ReaderPlaces(kept);
  places.keep('a', { at: 500, up: 3, newLines: 1 });
  places.choose('session', 'a');

  const reloaded = new ReaderPlaces(kept);
  assert.deepEqual(reloaded.of('a'), { at: 500, up: 3, newLines: 1 });
  assert.equal(reloaded.chosen('session'), 'a');
  assert.equal(reloaded.chosen('another'), null);

  reloaded.keep('a', undefined);
  reloaded.choose('session', null);
  assert.equal(new ReaderPlaces(kept).of('a'), undefined);
  assert.equal(new ReaderPlaces(kept).chosen('session'), null);
});

test('of many places those that were left longest ago are forgotten', () => {
  const places = new ReaderPlaces(storage());
  for (let run = 0; run < 60; run++) places.keep(`${run}`, { at: run, up: 1, newLines: 0 });
  places.keep('10', { at: 10, up: 2, newLines: 0 });
  places.keep('60', { at: 60, up: 1, newLines: 0 });
  assert.equal(places.of('10')?.up, 2);
  assert.equal(places.of('11'), undefined);
  assert.equal(places.of('59')?.at, 59);
});
