// How often, and with how much text, the growth of a run is announced.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GrowthNotifier, NOTIFIED_CHARS, type Growth } from './growth-notifier.ts';

test('the first growth is announced at once, later growth in batches', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const announced: Growth[] = [];
  const growth = new GrowthNotifier((added) => announced.push(added));
  for (const [n, text] of ['a', 'b', 'c'].entries()) growth.add(text, n + 1);
  const first = { delta: 'a', bytes: 1 };
  assert.deepEqual(announced, [first]);
  t.mock.timers.tick(50);
  assert.deepEqual(announced, [first, { delta: 'bc', bytes: 3 }]);
  t.mock.timers.tick(1000);
  assert.equal(announced.length, 2);
});

test('steady growth is announced 20 times a second, and a flood with only as much text as a few cards show', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const announcedIn10s = (added: string): string[] => {
    const announced: string[] = [];
    const growth = new GrowthNotifier(({ delta }) => announced.push(delta));
    for (let ms = 0; ms < 10_000; ms += 5) {
      growth.add(added, ms);
      t.mock.timers.tick(5);
    }
    growth.close();
    return announced;
  };
  assert.equal(announcedIn10s('a').length, 1 + 10 * 20);
  const flood = announcedIn10s('x'.repeat(5000));
  const chars = flood.reduce((sum, delta) => sum + delta.length, 0);
  assert.ok(chars <= 10 * 12_000 + NOTIFIED_CHARS, `${chars} characters`);
  assert.ok(flood.length > 20, `${flood.length} times`);
});

test('only the end of a long text is announced, and no character is cut in half', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const announced: string[] = [];
  const growth = new GrowthNotifier(({ delta }) => announced.push(delta));
  growth.add(`${'😀'.repeat(5000)}x`, 20_001);
  growth.flush();
  growth.add(Buffer.from('€'.repeat(2_000_000)), 6_020_001);
  growth.flush();
  assert.deepEqual(announced, [`${'😀'.repeat(2047)}x`, '€'.repeat(NOTIFIED_CHARS)]);
});

test('nothing is announced after closing', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const announced: string[] = [];
  const growth = new GrowthNotifier(({ delta }) => announced.push(delta));
  growth.add('a', 1);
  growth.add('b', 2);
  growth.close();
  growth.add('c', 3);
  growth.flush();
  t.mock.timers.tick(1000);
  assert.deepEqual(announced, ['a']);
});
