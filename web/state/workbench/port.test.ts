import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Port } from './port.ts';

test('`get` throws and names the region if the region is not on the page', () => {
  const port = new Port<{ focus: () => void }>('composer');
  assert.throws(() => port.get(), /The composer is not on the page/);
  assert.equal(port.find(), null);
});

test('a region that was replaced does not withdraw the functions of its successor', () => {
  const port = new Port<{ name: string }>('composer');
  const withdrawFirst = port.offer({ name: 'first' });
  const withdrawSecond = port.offer({ name: 'second' });
  withdrawFirst();
  assert.equal(port.get().name, 'second');
  withdrawSecond();
  assert.equal(port.find(), null);
});
