// The soak run from its command line.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

test('the soak run begins nothing after its minutes are over', () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'e2e/soak/soak.ts', '--minutes', '1e-9'],
    { encoding: 'utf8', timeout: 120_000 },
  );
  const steps = stdout.split('\n').filter((line) => /^R-|^S-/.test(line));
  assert.ok(steps.length > 5);
  assert.deepEqual(
    steps.filter((line) => !line.endsWith(': no time left')),
    [],
  );
  assert.equal(status, 0);
});
