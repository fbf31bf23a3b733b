import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capture } from './capture.ts';

test('a program prints no colors when its output is captured, even if the environment asks for them', async () => {
  const argv = [process.execPath, '-p', '3'];
  const env = { ...process.env, FORCE_COLOR: '3', CLICOLOR_FORCE: '1' };
  const { stdout, isLate } = await capture({ argv, cwd: import.meta.dirname, env }, 60_000);
  assert.deepEqual({ stdout, isLate }, { stdout: '3\n', isLate: false });
});
