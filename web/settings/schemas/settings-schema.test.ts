import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsSchema } from './settings-schema.ts';

test('the completion says which settings an older pi does not know', () => {
  const { properties } = settingsSchema();
  const descriptionOf = (key: string): string => (properties[key] as { description: string }).description;
  assert.match(descriptionOf('tuiMode'), /Default: fullscreen \(since pi 0\.84\.0\)$/);
  assert.match(descriptionOf('hideThinkingBlock'), /Default: off$/);
});
