import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { releaseNotes } from './release-notes.ts';

const CHANGELOG = `# Changelog

About versions.

## 0.2.0, unreleased

- Not yet.

## 0.1.1, 2026-12-01

- A repair
  in two lines.
- Another one.

## 0.1.0, 2026-11-30

- The first.
`;

test('the notes of a version are exactly its part of the changelog', () => {
  assert.equal(releaseNotes(CHANGELOG, '0.1.1'), '- A repair\n  in two lines.\n- Another one.\n');
  assert.equal(releaseNotes(CHANGELOG, '0.1.0'), '- The first.\n');
});

test('a version without a date or without a part has no notes', () => {
  assert.throws(() => releaseNotes(CHANGELOG, '0.2.0'), /write the date.*instead of "0\.2\.0, unreleased"/);
  assert.throws(() => releaseNotes(CHANGELOG, '0.1'), /no part for 0\.1\.$/);
});

test('the changelog has a part for the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const dated = readFileSync('CHANGELOG.md', 'utf8').replace('unreleased', '2026-12-01');
  assert.match(releaseNotes(dated, version), /^- /);
});
