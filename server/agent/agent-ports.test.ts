// Real programs that listen, below a process that stands for pi.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import { emptyView } from '../../shared/view/view.ts';
import { AgentPorts } from './agent-ports.ts';
import { startProgram } from './process/fixtures/start-program.ts';

const skip = process.platform !== 'linux' && 'what outlasts its command is found in /proc';
const listen = `require('net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })`;

test(
  'the ports of programs below pi are found, also of one whose command is over, until they are closed',
  { skip },
  async (t) => {
    const script = `"$0" -e "$1" & echo; exit 0`;
    const { child, run } = startProgram(t, ['sh', '-c', script, process.execPath, listen]);
    let printed = '';
    child.stdout.on('data', (bytes) => (printed += String(bytes)));
    await once(child, 'exit');
    while (!/\d+\n/.test(printed)) await once(child.stdout, 'data');
    const port = Number(printed.trim());
    let view = emptyView('/work');
    let changed = Promise.withResolvers<void>();
    const emit = (event: ViewEvent): void => {
      if (event.type === 'panel_ports') view = { ...view, ports: event.ports };
      changed.resolve();
    };
    let isFollowed = false;
    const ports = new AgentPorts({
      pi: { pid: child.pid, run },
      ...{ view: () => view, isFollowed: () => isFollowed, emit, onBug: assert.ifError, everyMs: 10 },
    });
    t.after(() => ports.close());
    ports.onEvent({ type: 'tool_execution_end' } as ViewEvent);
    assert.deepEqual(view.ports, []);
    isFollowed = true;
    ports.start();
    await changed.promise;
    assert.deepEqual(view.ports, [port]);
    changed = Promise.withResolvers();
    const { findMarked } = await import('./process/processes.ts');
    for (const pid of await findMarked(run)) process.kill(pid, 'SIGKILL');
    await changed.promise;
    assert.deepEqual(view.ports, []);
  },
);

test('nothing is looked for while no page shows the agent, or before any command', () => {
  const view = emptyView('/work');
  let asked = 0;
  const pi = {
    run: 'r',
    get pid() {
      asked += 1;
      return 1;
    },
  };
  const options = { pi, view: () => view, emit: () => assert.fail(), onBug: () => assert.fail(), everyMs: 0 };
  new AgentPorts({ ...options, isFollowed: () => true }).start();
  new AgentPorts({ ...options, isFollowed: () => false }).onEvent({ type: 'panel_bash_start' } as ViewEvent);
  assert.equal(asked, 0);
});
