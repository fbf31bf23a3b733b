import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whenNear } from './when-near.ts';

test('an element of a list reports that it is near until it has left the page', (t) => {
  const observed: unknown[] = [];
  let report: (entries: { isIntersecting: boolean }[]) => void = () => assert.fail();
  let root: unknown;
  class Observer {
    constructor(onChange: typeof report, options: { root: unknown }) {
      report = onChange;
      ({ root } = options);
    }
    observe = (element: unknown): void => void observed.push(element);
    disconnect = (): void => void observed.splice(0);
  }
  Object.defineProperty(globalThis, 'IntersectionObserver', { value: Observer, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'IntersectionObserver'));
  const seen: boolean[] = [];
  const element = { closest: (selector: string) => `the list at ${selector}` };
  const end = whenNear((isNear) => seen.push(isNear))(element as unknown as Element);
  assert.deepEqual([observed, root], [[element], 'the list at [data-scrolls]']);
  report([{ isIntersecting: true }]);
  report([{ isIntersecting: false }]);
  assert.deepEqual(seen, [true, false]);
  assert.ok(end);
  end();
  assert.deepEqual(observed, []);
});
