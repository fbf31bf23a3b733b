import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { newestVersion, changelogText } from './changelog-text.ts';

const changelog = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');

test('the newest version is read from its heading, without the text after the number', () => {
  assert.match(newestVersion(changelog), /^\d+\.\d+\.\d+$/);
  assert.equal(newestVersion('# Changelog\n\n## 2.0.1, unreleased\n\n## 2.0.0\n'), '2.0.1');
});

test('the text begins with the first version and has one line for each item', () => {
  const text =
    '# Changelog\n\nAbout it.\n\n## 1.1.0\n\n- One that\n  goes `on`.\n- Two.\n\n## 1.0.0\n\n- First.\n';
  assert.equal(changelogText(text), '1.1.0\n\n- One that goes on.\n- Two.\n\n1.0.0\n\n- First.');
  assert.ok(changelogText(changelog).startsWith(newestVersion(changelog)));
});
