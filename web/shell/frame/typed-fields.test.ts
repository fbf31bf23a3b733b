import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStorage, Persisted } from '../../lib/storage/persisted.ts';
import { TypedFields, type Field } from './typed-fields.ts';

function field(facts: Partial<Field> & { isKept?: boolean } = {}): Field {
  const { isKept = false, ...rest } = facts;
  const closest = (): Element | null => (isKept ? ({} as Element) : null);
  return {
    ...{ type: 'text', value: 'typed', isConnected: true, ariaLabel: null, labels: null, placeholder: '' },
    closest,
    ...rest,
  };
}

test('a field with a text that nothing stores is named by its label, as long as it is on the page', () => {
  const fields = new TypedFields();
  const message = field({ type: 'textarea', ariaLabel: 'Commit message' });
  const branch = { ...field({ labels: [{ textContent: ' Branch ' }] }) };
  for (const one of [message, branch, message]) fields.add(one);
  assert.deepEqual(fields.names(), ['Commit message', 'Branch']);
  branch.isConnected = false;
  assert.deepEqual(fields.names(), ['Commit message']);
});

test('fields that are empty again, that something stores, or that hold no text are not named', () => {
  const fields = new TypedFields();
  const emptied = { ...field({ ariaLabel: 'Name' }) };
  for (const one of [emptied, field({ isKept: true }), field({ type: 'checkbox' })]) fields.add(one);
  emptied.value = ' ';
  assert.deepEqual(fields.names(), []);
  emptied.value = 'x';
  assert.deepEqual(fields.names(), ['Name']);
});

test('a text that the browser has stored is not named, and one for which it had no room is', (t) => {
  const fields = new TypedFields();
  fields.add(field({ ariaLabel: 'Message', value: 'a "draft"\nof two lines' }));
  const stored = new Persisted<{ text: string } | null>({ area: 'tab', key: 'x', parse: () => null });
  const provide = (storage: unknown): void =>
    void Object.defineProperty(globalThis, 'sessionStorage', { value: storage, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'sessionStorage'));
  provide(memoryStorage());
  stored.set({ text: 'a "draft"' });
  assert.deepEqual(fields.names(), ['Message'], 'only the beginning is stored');
  stored.set({ text: 'a "draft"\nof two lines' });
  assert.deepEqual(fields.names(), []);
  provide(undefined);
  stored.set({ text: 'a "draft"\nof two lines' });
  assert.deepEqual(fields.names(), ['Message'], 'the browser stores nothing');
});
