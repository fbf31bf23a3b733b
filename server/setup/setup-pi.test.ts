import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSetupProgram } from './fixtures/setup-program.ts';

test('a question that an extension asks while pi ends does not end the panel', async (t) => {
  const pi = runSetupProgram(
    t,
    `report({ type: 'loaded' });
    commands(() => {}).on('close', () => ui({ method: 'confirm', title: 'Save?', message: '' }));`,
  );
  await pi.ready;
  await pi.close();
});

test('a status that is cleared, or that is not a report, is ignored', async (t) => {
  const pi = runSetupProgram(
    t,
    `status(undefined); status('"loaded"'); status('{'); report({ type: 'loaded' });
    commands(respond);`,
  );
  await pi.ready;
  assert.equal((await pi.command({ type: 'get_state' })).success, true);
});
