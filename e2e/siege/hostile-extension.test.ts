// A hostile extension floods everything that it can set: the panel keeps little of it, says so once, and stays usable.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import type { View } from '../../shared/view/view.ts';
import { waitUntil } from '../faults/fault-panel.ts';
import { SiegePanel } from './siege-panel.ts';

const EXTENSION = fileURLToPath(new URL('hostile-extension.ts', import.meta.url));
/** In MB. Before there were bounds, 20,000 dialogs alone made it 1,700. */
const MAX_MEMORY = 800;
/** Characters of the view: some MB of widgets and notices, and 8 MB of dialogs. */
const MAX_VIEW = 16_000_000;

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

test('S-55: no flood of an extension fills the memory, and each is said once', async (t) => {
  const panel = await SiegePanel.open({ piArgs: ['-e', EXTENSION] });
  t.after(() => panel.close());
  const agent = await panel.readyAgent();
  const flood = async (name: string): Promise<View> => {
    await panel.command({ type: 'prompt', message: `/flood-${name}` }, agent);
    const view = await panel.snapshot(agent);
    const [memory, size] = [await memoryOf(panel.pid), JSON.stringify(view).length];
    t.diagnostic(`${name}: ${Math.round(memory)} MB, a view of ${size} characters`);
    assert.ok(memory < MAX_MEMORY, `${name}: ${memory} MB`);
    assert.ok(size < MAX_VIEW, `${name}: ${size} characters`);
    return view;
  };
  const said = ({ notices }: View, pattern: RegExp): number =>
    notices.filter(({ message }) => pattern.test(message)).length;

  assert.equal(said(await flood('statuses'), /more than 50 statuses/), 1);
  assert.equal(said(await flood('widgets'), /more than 50 widgets/), 1);
  const asked = await flood('dialogs');
  assert.equal(asked.dialogs.length, 100);
  assert.equal(said(asked, /Further ones are cancelled/), 1);
  for (const name of ['drawn', 'titles', 'texts', 'working', 'entries', 'notices']) await flood(name);

  await panel.command({ type: 'prompt', message: '/flood-clear' }, agent);
  // In a flood, the view is updated ten times a second, so pi can answer before the view has the last removals.
  await waitUntil(async () => {
    const { statuses, widgets, drawn } = await panel.snapshot(agent);
    return Object.keys(statuses).length + widgets.length + drawn.length === 0;
  });
});
