import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorHeading } from './author-heading.ts';

test('the keys of a screen reader that go from heading to heading lead to each message, whose text stays as it is', (t) => {
  const removed: unknown[] = [];
  const createElement = (name: string) => {
    const remove = (): void => void removed.push(heading);
    const heading = { name, className: '', ariaLabel: '', dataset: {}, remove };
    return heading;
  };
  Object.defineProperty(globalThis, 'document', { value: { createElement }, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  const children: { name: string; ariaLabel: string; textContent?: string }[] = [];
  const article = { prepend: (heading: (typeof children)[number]) => void children.unshift(heading) };
  assert.equal(authorHeading(null)(article as unknown as Element), undefined);
  assert.deepEqual(children, []);
  const end = authorHeading('You')(article as unknown as Element);
  assert.deepEqual(
    children.map(({ name, ariaLabel, textContent }) => [name, ariaLabel, textContent]),
    [['h3', 'You', undefined]],
  );
  assert.ok(end);
  end();
  assert.deepEqual(removed, children);
});
