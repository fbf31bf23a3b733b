// Runs real programs instead of pi.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { SETUP_CHANNEL } from '../../shared/setup-protocol.ts';
import { SetupPi } from './setup-pi.ts';

const PRELUDE = `
  const write = (record) => console.log(JSON.stringify(record));
  const ui = (record) => write({ type: 'extension_ui_request', id: 'x', ...record });
  const report = (statusText) => ui({ method: 'setStatus', statusKey: '${SETUP_CHANNEL}', statusText });
  const commands = (act) => require('node:readline').createInterface({ input: process.stdin })
    .on('line', (line) => act(JSON.parse(line)));
`;
const LOADED = `report('{"type":"loaded"}');`;

/** Runs JavaScript as if it were pi. */
function run(t: TestContext, source: string): SetupPi {
  const launch = { argv: [process.execPath, '-e', PRELUDE + source], cwd: process.cwd(), env: process.env };
  const pi = new SetupPi({ launch, onExit: () => undefined });
  t.after(() => pi.close());
  return pi;
}

test('a question that an extension asks while pi ends does not end the panel', async (t) => {
  const pi = run(
    t,
    `${LOADED} commands(() => {}).on('close', () => ui({ method: 'confirm', title: 'Save?', message: '' }));`,
  );
  await pi.ready;
  await pi.close();
});

test('a status that is cleared, or that is not a report, is ignored', async (t) => {
  const pi = run(
    t,
    `report(undefined); report('"loaded"'); report('{'); ${LOADED}
    commands(({ id }) => write({ type: 'response', id, command: 'get_state', success: true }));`,
  );
  await pi.ready;
  assert.equal((await pi.command({ type: 'get_state' })).success, true);
});
