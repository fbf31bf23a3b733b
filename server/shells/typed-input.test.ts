import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { TypedInput } from './typed-input.ts';

function setUp() {
  const typed: string[] = [];
  const input = new TypedInput((bytes) => typed.push(bytes.toString()));
  const type = (text: string, number: number, sender = 'page'): Promise<void> =>
    input.type(Buffer.from(text), { sender, number });
  return { typed, type };
}

test('input that arrives early waits for the input before it', async () => {
  const { typed, type } = setUp();
  const [third, second] = [type('c', 3), type('b', 2)];
  await type('a', 1);
  await Promise.all([second, third]);
  assert.deepEqual(typed, ['a', 'b', 'c']);
});

test('a request that is repeated because its response was lost types nothing twice', async () => {
  const { typed, type } = setUp();
  await type('a', 1);
  await type('b', 2);
  await type('b', 2);
  await type('a', 1);
  await type('c', 3);
  assert.deepEqual(typed, ['a', 'b', 'c']);
});

test('two pages type side by side, each in its own order', async () => {
  const { typed, type } = setUp();
  await type('a', 1, 'one');
  await type('b', 1, 'other');
  await type('c', 2, 'one');
  assert.deepEqual(typed, ['a', 'b', 'c']);
});

test('a page without a name that begins to count anew is heard', async () => {
  const { typed, type } = setUp();
  await type('a', 1, '');
  await type('b', 2, '');
  await type('x', 1, '');
  await type('y', 2, '');
  assert.deepEqual(typed, ['a', 'b', 'x', 'y']);
});

test('input whose predecessor never arrives is refused with the number that is next', async (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { typed, type } = setUp();
  await type('a', 1);
  const lost = assert.rejects(type('c', 3), { status: 409, code: 'out_of_order', message: /which is 2/ });
  t.mock.timers.tick(2000);
  await lost;
  await type('b', 2);
  assert.deepEqual(typed, ['a', 'b']);
});
