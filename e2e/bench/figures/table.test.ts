// The tables that the bench prints.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Figure } from './figure.ts';
import { failsBench, judgeMetric } from './result.ts';
import { markdownTable, terminalTable } from './table.ts';

const metric = { id: 'M2', title: 'bytes', measure: async (): Promise<Figure[]> => [] };

const bytes: Figure = {
  name: 'bytes to one browser',
  unit: 'bytes',
  product: [256_795, 251_286],
  floor: { name: "pi's stdout", values: [2_815_789, 2_815_739] },
  target: { most: 300_000 },
  note: 'of 67 kB of text',
};

test('a row shows the medians with their range, the ratio, the target and the verdict', () => {
  const table = terminalTable([judgeMetric(metric, [bytes])]);
  assert.match(table, /254 kB \(251 kB to 257 kB\) +pi's stdout: 2\.82 MB +0\.0902 x +<= 300 kB +reached/);
  assert.match(table, /M2 bytes to one browser: of 67 kB of text/);
});

test('a percentage just below 100 is never rounded up to 100 %', () => {
  const figure: Figure = { ...bytes, unit: '%', product: [99.99], target: { least: 100 } };
  const result = judgeMetric(metric, [figure]);
  assert.match(markdownTable([result]), /\| 99\.9 % \|.*\| over budget \|/);
  assert.ok(failsBench(result));
});

test('a missed ratio does not fail the bench, a metric that could not be measured does', () => {
  const missed = judgeMetric(metric, [{ ...bytes, product: [9e9], target: { ratio: 1 } }]);
  assert.ok(!failsBench(missed));
  const failed = { metric: 'M2', title: 'bytes', failure: 'pi did not start' };
  assert.ok(failsBench(failed));
  assert.match(terminalTable([failed]), /not measured[\s\S]*could not be measured: pi did not start/);
});
