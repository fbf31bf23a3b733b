import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GrowthNotifier, TOLD_CHARS } from './growth-notifier.ts';

test('growth is told at once, then gathered, then told with what came meanwhile', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const told: string[] = [];
  const growth = new GrowthNotifier((delta) => told.push(delta));
  for (const text of ['a', 'b', 'c']) growth.add(text);
  assert.deepEqual(told, ['a']);
  t.mock.timers.tick(50);
  assert.deepEqual(told, ['a', 'bc']);
  t.mock.timers.tick(1000);
  assert.deepEqual(told, ['a', 'bc']);
});

test('steady growth is told of 20 times a second, a flood by as much text as that of a few cards', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const toldIn10s = (added: string): string[] => {
    const told: string[] = [];
    const growth = new GrowthNotifier((delta) => told.push(delta));
    for (let ms = 0; ms < 10_000; ms += 5) {
      growth.add(added);
      t.mock.timers.tick(5);
    }
    growth.close();
    return told;
  };
  assert.equal(toldIn10s('a').length, 1 + 10 * 20);
  const flood = toldIn10s('x'.repeat(5000));
  const chars = flood.reduce((sum, delta) => sum + delta.length, 0);
  assert.ok(chars <= 10 * 12_000 + TOLD_CHARS, `${chars} characters`);
  assert.ok(flood.length > 20, `${flood.length} times`);
});

test('of much text only the end is told, and no character of it is cut in half', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const told: string[] = [];
  const growth = new GrowthNotifier((delta) => told.push(delta));
  growth.add('😀'.repeat(5000) + 'x');
  growth.flush();
  growth.add(Buffer.from('€'.repeat(2_000_000)));
  growth.flush();
  assert.deepEqual(told, ['😀'.repeat(2047) + 'x', '€'.repeat(TOLD_CHARS)]);
});

test('after the end nothing is told', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const told: string[] = [];
  const growth = new GrowthNotifier((delta) => told.push(delta));
  growth.add('a');
  growth.add('b');
  growth.close();
  growth.add('c');
  t.mock.timers.tick(1000);
  assert.deepEqual(told, ['a']);
});
