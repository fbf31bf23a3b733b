import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whenNear } from './when-near.ts';

test('an element of a list reports that it is near until it has left the page', (t) => {
  const observed: unknown[] = [];
  let report: (entries: { target: unknown; isIntersecting: boolean }[]) => void = () => assert.fail();
  const roots: unknown[] = [];
  class Observer {
    constructor(onChange: typeof report, options: { root: unknown }) {
      report = onChange;
      roots.push(options.root);
    }
    observe = (element: unknown): void => void observed.push(element);
    unobserve = (element: unknown): void => void observed.splice(observed.indexOf(element), 1);
    disconnect = (): void => void observed.splice(0);
  }
  Object.defineProperty(globalThis, 'IntersectionObserver', { value: Observer, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'IntersectionObserver'));
  const seen: boolean[] = [];
  const listed = (): Element =>
    ({ closest: (selector: string) => `the list at ${selector}` }) as unknown as Element;
  const [element, other] = [listed(), listed()];
  const end = whenNear((isNear) => seen.push(isNear))(element);
  const endOther = whenNear(() => assert.fail())(other);
  // One observer watches all of a list.
  assert.deepEqual([observed, roots], [[element, other], ['the list at [data-scrolls]']]);
  report([{ target: element, isIntersecting: true }]);
  report([{ target: element, isIntersecting: false }]);
  assert.deepEqual(seen, [true, false]);
  assert.ok(end && endOther);
  end();
  assert.deepEqual(observed, [other]);
  report([{ target: element, isIntersecting: true }]);
  assert.deepEqual(seen, [true, false]);
  endOther();
  assert.deepEqual(observed, []);
});
