import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markWrappedRemovals } from './wrapped-removals.ts';

interface Zone {
  afterLineNumber: number;
  marginDomNode?: { className: string };
}

test('only the room beside the further rows of a removed line is marked, and what has a margin of its own keeps it', (t) => {
  const document = { createElement: () => ({ className: '' }) };
  Object.defineProperty(globalThis, 'document', { value: document, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  const added: Zone[] = [];
  const original = {
    changeViewZones: (act: (zones: { addZone: (zone: Zone) => string }) => void) =>
      act({ addZone: (zone) => `zone ${added.push(zone)}` }),
  };
  const changes = [
    { originalStartLineNumber: 3, originalEndLineNumber: 4 },
    { originalStartLineNumber: 9, originalEndLineNumber: 0 },
  ];
  markWrappedRemovals({ getOriginalEditor: () => original, getLineChanges: () => changes } as never);
  const ids: string[] = [];
  original.changeViewZones(({ addZone }) => {
    for (const afterLineNumber of [2, 3, 4, 5, 9]) ids.push(addZone({ afterLineNumber }));
    ids.push(addZone({ afterLineNumber: 3, marginDomNode: { className: 'own' } }));
  });
  assert.deepEqual(
    added.map(({ afterLineNumber, marginDomNode }) => [afterLineNumber, marginDomNode?.className]),
    [
      [2, undefined],
      [3, 'wrapped-removal'],
      [4, 'wrapped-removal'],
      [5, undefined],
      [9, undefined],
      [3, 'own'],
    ],
  );
  assert.deepEqual(ids.at(-1), 'zone 6');
});
