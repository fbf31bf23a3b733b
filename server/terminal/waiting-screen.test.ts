import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEscape, WaitingScreen, wrap } from './waiting-screen.ts';

function makeScreen(): WaitingScreen {
  const theme = { fg: (_color: string, text: string): string => text };
  return new WaitingScreen({
    link: 'http://127.0.0.1/#t=x',
    theme,
    onChange: () => undefined,
    onOpen: () => undefined,
  });
}

async function isWanted(screen: WaitingScreen): Promise<boolean> {
  return Promise.race([screen.isWanted, new Promise<false>((resolve) => setImmediate(() => resolve(false)))]);
}

test('no line is wider than the terminal, also where a link has no spaces', () => {
  assert.deepEqual(wrap('one two http://127.0.0.1', 9), ['one two', 'http://12', '7.0.0.1']);
  for (const width of [1, 7, 40])
    for (const line of makeScreen().render(width + 1)) assert.ok(line.length <= width + 1);
});

test('Escape takes a quiet session back at once, and one at work at the second time', async () => {
  const quiet = makeScreen();
  quiet.status = 'idle';
  quiet.handleInput('x');
  assert.equal(await isWanted(quiet), false);
  quiet.handleInput('\x1b');
  assert.equal(await isWanted(quiet), true);
  const busy = makeScreen();
  busy.status = 'running';
  busy.handleInput('\x1b');
  assert.equal(await isWanted(busy), false);
  assert.match(busy.render(80).join('\n'), /Escape again stops it/);
  busy.handleInput('\x1b');
  assert.equal(await isWanted(busy), true);
});

test('Escape and Ctrl+C are known with and without the protocol of Kitty; a released key is not pressed', () => {
  for (const key of ['\x1b', '\x03', '\x1b[27u', '\x1b[27;1u', '\x1b[99;5u']) assert.ok(isEscape(key));
  for (const key of ['\x1b[27;1:3u', '\x1b[A', 'q', '']) assert.ok(!isEscape(key));
});
