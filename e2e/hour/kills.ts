// Plays the scripted hour while the panel or pi is killed at random moments, and checks that the same bytes are left.
//   npm run hour            HOUR_SEED=7 npm run hour
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFrom } from '../faults/bad-line.ts';
import { EXPECTED } from './acts.ts';
import { Hour, type Killer } from './hour.ts';

const KILLS = 10;
const SEED = 14;

test('the same files are left when the panel or pi is killed ten times, inside turns and inside undos', async (t) => {
  const random = randomFrom(Number(process.env.HOUR_SEED ?? SEED));
  const kills = { panel: 0, pi: 0, undo: 0 };
  const kill: Killer = async ({ panel }, what) => {
    const isLast = kills.undo >= 3 || what === 'turn';
    if (kills.panel + kills.pi >= (isLast ? KILLS : KILLS + 3) || random() < 0.4) return null;
    const victim = what === 'undo' || random() < 0.5 ? 'panel' : 'pi';
    const [pi] = await panel.children();
    await new Promise((resolve) => setTimeout(resolve, random() * (what === 'turn' ? 250 : 25)));
    kills[victim] += 1;
    if (what === 'undo') kills.undo += 1;
    if (victim === 'panel') await panel.kill('SIGKILL');
    else process.kill(pi!, 'SIGKILL');
    return victim;
  };
  const { tree, touched } = await Hour.play(kill);
  t.diagnostic(JSON.stringify(kills));
  assert.ok(kills.panel + kills.pi >= KILLS && kills.undo > 0, JSON.stringify(kills));
  assert.deepEqual(tree, EXPECTED);
  assert.deepEqual(touched, [], 'nothing is written below .git');
});
