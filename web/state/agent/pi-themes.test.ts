import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agent } from './agent.svelte.ts';
import { listThemes } from './pi-themes.ts';

test('the themes are those that pi names, and none if it does not answer', async () => {
  const asked: unknown[] = [];
  const list = (answer: object): ReturnType<typeof listThemes> => {
    const send = (command: object) => Promise.resolve((asked.push(command), answer));
    return listThemes({ send } as unknown as Agent);
  };
  const data = [{ name: 'dark' }];
  assert.deepEqual(await list({ success: true, data }), data);
  assert.deepEqual(await list({ success: false, error: 'no', data }), []);
  assert.deepEqual(await list({ success: true }), []);
  assert.deepEqual(asked[0], { type: 'panel_themes' });
});
