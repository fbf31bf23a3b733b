import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { PROMISES } from './promises.ts';
import { testCoverage } from './test-titles.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

test('each promise of SECURITY.md is in the table of promises, and no other one', () => {
  const text = readFileSync(path.join(ROOT, 'SECURITY.md'), 'utf8');
  const part = /## What is promised(.*?)\n## /s.exec(text)?.[1] ?? '';
  const promises = [...part.matchAll(/^- \*\*(.+?)\*\*/gms)].map(([, words = '']) =>
    words.replaceAll(/\s+/g, ' '),
  );
  assert.ok(promises.length > 20, `${promises.length} promises`);
  assert.deepEqual(
    PROMISES.map(({ promise }) => promise),
    promises,
    'write the promise and its tests into scripts/trust/promises.ts',
  );
});

test('each promise has the tests that the table names', () => {
  const { titles } = testCoverage();
  const sources = globSync('{shared,server,web,scripts,e2e}/**/*.{test,spec}.ts', { cwd: ROOT }).map((file) =>
    readFileSync(path.join(ROOT, file), 'utf8'),
  );
  const missing = PROMISES.flatMap(({ promise, threats, titles: others = [] }) => [
    ...(threats.length + others.length === 0 ? [`${promise}: no test`] : []),
    ...threats.filter((id) => !titles.get(id)?.length),
    ...others.filter((title) => !sources.some((source) => new RegExp(`['"\`]${escape(title)}`).test(source))),
  ]);
  assert.deepEqual(missing, []);
});

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'");
}
