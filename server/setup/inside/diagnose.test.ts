import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from './diagnose.ts';

test('a server that cannot be reached is explained: its name, its port', async () => {
  assert.match(
    (await diagnose('https://no-such-host.invalid/v1')) ?? '',
    /^DNS: there is no server .*no-such-host/,
  );
  assert.match(
    (await diagnose('http://127.0.0.1:9/v1')) ?? '',
    /^Connection: nothing answers at 127.0.0.1, port 9/,
  );
  assert.match((await diagnose('localhost')) ?? '', /is not an address/);
});
