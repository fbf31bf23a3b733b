import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Progress } from './progress.mjs';

/** Collects what a stream would show. */
function makeStream(isTTY: boolean): { stream: NodeJS.WriteStream; read: () => string } {
  let text = '';
  const write = (part: string): boolean => {
    text += part;
    return true;
  };
  return { stream: { isTTY, write } as NodeJS.WriteStream, read: () => text };
}

test('each step is named with its number when it begins, and with its time when it ends, in any order', () => {
  const { stream, read } = makeStream(false);
  const progress = new Progress(2, { stream, prefix: 'pi-panel: ' });
  const [endLint, endTypes] = [progress.begin('lint'), progress.begin('types')];
  endTypes('failed');
  endLint();
  const lines = read().replaceAll(/\d+\.\d s/g, '0.0 s');
  assert.equal(
    lines,
    [
      'pi-panel: 1 of 2: lint ...',
      'pi-panel: 2 of 2: types ...',
      'pi-panel: 2 of 2: types, failed, 0.0 s',
      'pi-panel: 1 of 2: lint, 0.0 s',
      '',
    ].join('\n'),
  );
});

test('on a terminal, a silent step counts its seconds in one line', (t) => {
  mock.timers.enable({ apis: ['setInterval', 'Date'] });
  t.after(() => mock.timers.reset());
  const { stream, read } = makeStream(true);
  const end = new Progress(1, { stream }).begin('building the page', { isAlone: true });
  mock.timers.tick(1000);
  mock.timers.tick(1000);
  end();
  const line = '1 of 1: building the page';
  assert.equal(read(), `${line} ...\r${line} ... 1 s\r${line} ... 2 s\r${line}, 2.0 s\x1b[K\n`);
});
