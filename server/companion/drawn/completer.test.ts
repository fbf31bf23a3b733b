import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Completer, type Provider } from './completer.ts';

const COLORS = ['red', 'green'];
const paint = {
  name: 'paint',
  getArgumentCompletions: (typed: string) =>
    COLORS.filter((color) => color.startsWith(typed)).map((value) => ({ value, label: value })),
};

test('the arguments of a command are completed by the command, and by no other', async () => {
  const completer = new Completer(() => [paint, { name: 'other' }]);
  const [found, ...others] = await completer.complete('/paint re', '');
  assert.deepEqual(found, { label: 'red', description: '', text: '/paint red', caret: 10 });
  assert.equal(others.length, 0);
  assert.equal((await completer.complete('/paint ', '')).length, 2);
  for (const text of ['/other r', '/paint', 'paint r', '/paint blue'])
    assert.deepEqual(await completer.complete(text, ''), [], text);
});

test('a provider completes on any line, and leaves the rest to earlier providers', async () => {
  const completer = new Completer(() => [paint]);
  assert.equal(completer.hasProviders, false);
  completer.add((current) => ({
    ...current,
    getSuggestions: async (...[lines, line, column, options]) => {
      const typed = /#(\w*)$/.exec(lines[line]!.slice(0, column));
      if (!typed) return current.getSuggestions(lines, line, column, options);
      return { items: [{ value: '#12', label: '#12', description: 'A bug' }], prefix: typed[0] };
    },
  }));
  assert.equal(completer.hasProviders, true);
  assert.deepEqual(await completer.complete('see\nbug #1', ' now'), [
    { label: '#12', description: 'A bug', text: 'see\nbug #12 now', caret: 11 },
  ]);
  assert.equal((await completer.complete('/paint g', '')).length, 1);
  completer.reset();
  assert.deepEqual(await completer.complete('#1', ''), []);
});

test('a later request ends an earlier one, and the error of a provider is reported', async () => {
  const completer = new Completer(() => []);
  const asked: AbortSignal[] = [];
  completer.add((current: Provider) => ({
    ...current,
    getSuggestions: (...[lines, , , { signal }]) => {
      asked.push(signal);
      if (lines[0] === 'throw') return Promise.reject(new Error('thrown by a provider'));
      return new Promise(() => undefined);
    },
  }));
  const earlier = completer.complete('wait', '');
  const later = completer.complete('throw', '');
  assert.deepEqual(await earlier, []);
  assert.equal(asked[0]!.aborted, true);
  await assert.rejects(later, /thrown by a provider/);
});
