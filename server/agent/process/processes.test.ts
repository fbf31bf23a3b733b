import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { startProgram } from './fixtures/start-program.ts';
import { kill } from './kill-tree.ts';
import { findMarked, listBelow, listTree, parsePs, parseStat, stillRunning } from './processes.ts';

const onLinux = { skip: process.platform === 'linux' ? false : 'needs /proc', timeout: 120_000 };

test('on Linux, what runs below a process is found without any program', onLinux, async (t) => {
  const { PATH } = process.env;
  const { child, run } = startProgram(t, ['sh', '-c', 'sleep 300 & sleep 301 & echo started; wait']);
  await once(child.stdout, 'data');
  t.after(() => void (process.env.PATH = PATH));
  process.env.PATH = '';
  let below = await listBelow(child.pid!);
  // A child has the name of its parent until it runs its own program.
  while (below.some(({ name }) => name === 'sh')) below = await listBelow(child.pid!);
  assert.deepEqual(
    below.map(({ parent, name }) => [parent, name]),
    [
      [child.pid, 'sleep'],
      [child.pid, 'sleep'],
    ],
  );
  assert.deepEqual((await listTree(child.pid!)).slice(1), below);
  assert.deepEqual((await findMarked(run)).sort(), [child.pid!, ...below.map(({ pid }) => pid)].sort());
  assert.deepEqual(await stillRunning(below), below);
  kill(below[0]!.pid);
  while ((await stillRunning(below)).length > 1);
  assert.deepEqual(await stillRunning(below), [below[1]]);
});

test('nothing is below a process that is not known', async () => {
  assert.deepEqual(await listTree(0), []);
  assert.deepEqual(await listBelow(-1), []);
});

test('another process that got the same id is not the one that was seen', onLinux, async (t) => {
  const { child } = startProgram(t, ['sh', '-c', 'sleep 300 & echo started; wait']);
  await once(child.stdout, 'data');
  const [seen] = await listBelow(child.pid!);
  assert.deepEqual(await stillRunning([{ ...seen!, started: '1' }]), []);
});

test('a process may have any name, and one that has ended but is still listed does not count', () => {
  const rest = Array.from({ length: 30 }, (_, n) => n).join(' ');
  const stat = (state: string): string => `12 (a) (b c) ${state} 7 ${rest}\n`;
  assert.deepEqual(parseStat(stat('S')), { pid: 12, parent: 7, started: '17', name: 'a) (b c' });
  assert.equal(parseStat(stat('Z')), null);
  assert.equal(parseStat(''), null);
});

const PS = `
    1     0 Ss   Sun Nov  9 12:37:47 2026 /sbin/launchd
  412     1 Z    Sun Nov 29 12:37:48 2026 (sh)
40123   412 S+   Sun Nov 29 12:37:49 2026 /Applications/My Editor.app/Contents/MacOS/My Editor
`;

test('where there is no /proc, ps lists the processes', () => {
  assert.deepEqual(parsePs(PS), [
    { pid: 1, parent: 0, started: 'Sun Nov  9 12:37:47 2026', name: '/sbin/launchd' },
    {
      pid: 40_123,
      parent: 412,
      started: 'Sun Nov 29 12:37:49 2026',
      name: '/Applications/My Editor.app/Contents/MacOS/My Editor',
    },
  ]);
});

const hasPs = spawnSync('ps', ['-p', '1']).status === 0;
test('ps prints what is parsed', { skip: hasPs ? false : 'ps is not installed' }, () => {
  const env = { ...process.env, LC_ALL: 'C' };
  const output = execFileSync('ps', ['-axo', 'pid=,ppid=,stat=,lstart=,comm='], { encoding: 'utf8', env });
  const own = parsePs(output).find(({ pid }) => pid === process.pid);
  assert.equal(own?.parent, process.ppid);
  assert.ok(Date.parse(own.started) <= Date.now(), own.started);
});
