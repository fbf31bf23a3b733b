import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { ChangeBatch } from './change-batch.ts';

function setUp(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const reports: string[][] = [];
  return { reports, batch: new ChangeBatch((paths) => void reports.push(paths)) };
}

test('changes within 60 ms are reported together, sorted and each once, and later ones on their own', (t) => {
  const { reports, batch } = setUp(t);
  for (const path of ['b', 'a', 'b']) batch.add(path);
  t.mock.timers.tick(59);
  assert.deepEqual(reports, []);
  t.mock.timers.tick(1);
  batch.add('c');
  t.mock.timers.tick(60);
  assert.deepEqual(reports, [['a', 'b'], ['c']]);
});

test('up to 200 paths are reported by name, and more as the whole workspace', (t) => {
  const { reports, batch } = setUp(t);
  for (const count of [200, 201]) {
    for (let n = 0; n < count; n++) batch.add(`${n}`);
    t.mock.timers.tick(60);
  }
  assert.equal(reports[0]?.length, 200);
  assert.deepEqual(reports[1], ['']);
});

test('nothing is reported after closing', (t) => {
  const { reports, batch } = setUp(t);
  batch.add('a');
  batch.close();
  t.mock.timers.tick(1000);
  assert.deepEqual(reports, []);
});
