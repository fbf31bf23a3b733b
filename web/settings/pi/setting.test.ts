import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { isAtLeast } from '../../../shared/pi/abilities.ts';
import { AGENT_SETTINGS } from './agent-settings.ts';
import { enterValue, labelOf, valueAt } from './setting.ts';
import { TERMINAL_SETTINGS } from './terminal-settings.ts';

const settings = [...AGENT_SETTINGS, ...TERMINAL_SETTINGS].flatMap((section) => section.settings);
const known = new Set(settings.map(({ key }) => key));

/** The package that the panel runs. */
const PI = new URL('../../../node_modules/@earendil-works/pi-coding-agent/', import.meta.url);

const documented = await readFile(new URL('docs/settings.md', PI), 'utf8');

test('every setting in the documentation of pi is on the page, once', () => {
  const keys = [...documented.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, key]) => key!);
  assert.ok(keys.length > 60);
  assert.deepEqual(
    keys.filter((key) => !known.has(key)),
    [],
  );
  assert.equal(known.size, settings.length);
});

test('every value in the documentation of pi can be chosen', () => {
  // The second cell, in which `\|` separates the values.
  for (const [, key, type] of documented.matchAll(/^\| `([\w.]+)` \| ((?:[^|\\]|\\.)+) \|/gm)) {
    const setting = settings.find((one) => one.key === key)!;
    const values = type!
      .replaceAll(/["`]/g, '')
      .split('\\|')
      .map((one) => one.trim());
    if (!/^boolean$|"/.test(type!) || values.includes('number') || type!.includes('[]')) continue;
    const expected = values.flatMap((one) => (one === 'boolean' ? ['true', 'false'] : [one]));
    const offered = setting.values.map(String);
    assert.deepEqual(
      expected.filter((one) => !offered.includes(one)),
      [],
      key,
    );
  }
});

test('a setting names the first pi that knows it: older ones do not document it, newer ones do', async () => {
  const text = await readFile(new URL('fixtures/documented-settings.json', import.meta.url), 'utf8');
  // In the code of 0.73.1 already, but in the documentation only since 0.87.
  const late = 'terminal.showTerminalProgress';
  const versions = Object.entries(JSON.parse(text) as Record<string, string[]>);
  assert.equal(versions.length, 4);
  for (const [version, keys] of versions)
    assert.deepEqual(
      settings
        .filter(({ key, since }) => isAtLeast(version, since) && !(key === late && !keys.includes(late)))
        .map(({ key }) => key)
        .toSorted(),
      keys.filter((key) => known.has(key)).toSorted(),
      version,
    );
});

test('the entered text becomes a value of the kind of the setting, and an empty text removes the value', () => {
  assert.deepEqual(enterValue({ kind: 'count' }, ' 5 '), { value: 5 });
  assert.ok('problem' in enterValue({ kind: 'count' }, 'many'));
  assert.deepEqual(enterValue({ kind: 'list' }, 'read, bash'), { value: ['read', 'bash'] });
  assert.deepEqual(enterValue({ kind: 'json' }, '{"a":1}'), { value: { a: 1 } });
  assert.ok('problem' in enterValue({ kind: 'json' }, '{"a"'));
  assert.deepEqual(enterValue({ kind: 'text' }, '  '), { value: undefined });
  assert.deepEqual(enterValue({ kind: 'text' }, '  x'), { value: '  x' });
});

test('a value is found by its dotted key; a missing or misshapen parent gives undefined', () => {
  assert.equal(valueAt({ retry: { provider: { maxRetries: 2 } } }, 'retry.provider.maxRetries'), 2);
  assert.equal(valueAt({ retry: 'yes' }, 'retry.enabled'), undefined);
  assert.equal(valueAt(null, 'theme'), undefined);
});

test('a key is shown as words', () => {
  assert.equal(labelOf('retry.provider.maxRetries'), 'Retry › Provider › Max retries');
  assert.equal(labelOf('httpIdleTimeoutMs'), 'HTTP idle timeout (ms)');
});
