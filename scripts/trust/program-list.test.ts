import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { STARTED_PROGRAMS, STARTERS } from './program-list.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Something other than a type from a module that starts programs, a call of what starts pi or a shell, or a thread. */
const STARTS =
  /^import (?!type\b)[^;]*from '(?:node:child_process|[^']*\/programs\.ts)';|(?<!function )\b(?:launch|capture|openPty)\(|new WatchedRun\(|new Worker\(/m;

test('every file of the server that starts a program is in the list, which says what of a folder could run', () => {
  const folder = path.join(ROOT, 'server');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  const found = names.filter(
    (name) =>
      /(?<!\.test)\.ts$/.test(name) &&
      !name.includes('fixtures/') &&
      STARTS.test(readFileSync(path.join(folder, name), 'utf8')),
  );
  const listed = new Set([...STARTERS, ...STARTED_PROGRAMS.flatMap(({ files }) => files)]);
  assert.deepEqual(
    found.filter((name) => !listed.has(name)),
    [],
    'add these to scripts/trust/program-list.ts',
  );
  assert.deepEqual(
    [...listed].filter((name) => !names.includes(name)),
    [],
    'these do not exist',
  );
});

test('SECURITY.md names each of these programs', () => {
  const text = readFileSync(path.join(ROOT, 'SECURITY.md'), 'utf8').replaceAll(/\s+/g, ' ');
  const part = /## What the panel starts in a folder(.*?)## /.exec(text)?.[1] ?? '';
  for (const { program } of STARTED_PROGRAMS)
    for (const word of program.split(/, | and /).filter((one) => /^[a-z]+$/.test(one)))
      assert.match(part, new RegExp(`\\b${word}\\b`), program);
});
