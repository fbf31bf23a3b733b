import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choosePi, describePi } from './choose-pi.ts';

const INSTALLED = { path: '/usr/bin/pi', version: '1.2.3' };
const installed = Promise.resolve(INSTALLED);

test('a clone runs the pi of this package, and the installed command prefers an installed pi', async () => {
  const [clone, command, without] = await Promise.all([
    choosePi({ agent: null }, { installed, prefersInstalled: false }),
    choosePi({ agent: null }, { installed, prefersInstalled: true }),
    choosePi({ agent: null }, { installed: Promise.resolve(null), prefersInstalled: true }),
  ]);
  assert.deepEqual([clone.isOwn, command.isOwn, without.isOwn], [true, undefined, true]);
  assert.deepEqual([command.argv, command.version], [[INSTALLED.path], '1.2.3']);
});

test('--agent bundled runs the pi of this package even if another one is installed', async () => {
  const pi = await choosePi({ agent: 'bundled' }, { installed, prefersInstalled: true });
  assert.equal(pi.isOwn, true);
});

test('the description of the pi names its version, and how to use the other one', () => {
  const own = { argv: ['/node', '/own/pi'], version: '0.9.0', isOwn: true as const };
  const foreign = { argv: [INSTALLED.path], version: INSTALLED.version };
  assert.equal(describePi(own, null, { agent: null }), 'agents run pi 0.9.0 of this package.');
  assert.match(describePi(own, INSTALLED, { agent: null }), /use pi 1\.2\.3 \(\/usr\/bin\/pi\) instead/);
  assert.match(describePi(foreign, INSTALLED, { agent: null }), /your pi 1\.2\.3 .*--agent bundled uses/);
  assert.equal(
    describePi({ argv: ['wrapper'], version: null }, INSTALLED, { agent: 'wrapper' }),
    'agents run pi of an unknown version, as --agent says.',
  );
});
