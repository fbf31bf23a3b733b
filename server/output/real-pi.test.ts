// A real pi over RPC: its bash, by the model and by the user.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { collect, digest, printedBy, textOf } from './fixtures/pi-bash.ts';
import { startRpcPi } from './fixtures/rpc-pi.ts';

const COMMANDS = [
  'seq 1 200000',
  'yes | head -c 10000000',
  'printf "caf\\303"; sleep 0.15; printf "\\251\\n"; seq 1 20000; printf "\\342\\202"',
  'head -c 5000000 /dev/zero | tr "\\0" x',
  'for i in 1 2 3; do printf "\\033[3${i}m%d%%\\033[0m\\r" $i; sleep 0.05; done',
  'seq 1 30000; exit 3',
];

test('every byte that a real pi prints over RPC is in the log, live and afterwards, for the model and the user', async (t) => {
  const pi = await startRpcPi();
  t.after(() => pi.close());
  for (const command of COMMANDS) {
    const expected = textOf(await printedBy(command));
    const { call } = await pi.runTool(command);
    assert.equal(digest(textOf(await collect(pi.outputs.read(call)))), digest(expected), command);

    const bash = pi.runUserBash(command);
    const live = collect(pi.outputs.read(bash.call, { follow: true }));
    await bash.answer;
    // pi 1.6.0 removes colors and carriage returns from the user's bash.
    const plain = Buffer.from(stripVTControlCharacters(expected.toString()).replaceAll('\r', ''));
    assert.equal(digest(await live), digest(plain), command);
    assert.equal(digest(await collect(pi.outputs.read(bash.call))), digest(plain), command);
  }
});
