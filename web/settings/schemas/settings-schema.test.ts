import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsSchema } from './settings-schema.ts';

test('the completion offers the settings that this pi knows, and no newer ones', () => {
  const [old, newer] = ['0.79.9', '0.87.1'].map((version) => settingsSchema(version).properties);
  assert.equal(old!.tuiMode, undefined);
  assert.match((newer!.tuiMode as { description: string }).description, /Default: fullscreen$/);
  assert.match((old!.hideThinkingBlock as { description: string }).description, /Default: off$/);
});
