import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { View } from '../../shared/view/view.ts';
import { widgetsAt, type WidgetPlace } from './widget-places.ts';

test('each widget is shown at the one place that its extension chose', () => {
  const drawn = ['header', 'widgetAbove', 'widgetBelow', 'footer', 'custom'].map((kind) => ({
    ...{ id: `drawn ${kind}`, kind, lines: [kind] },
    screen: { columns: 60 },
  }));
  const widgets = [
    { key: 'above', lines: ['1'], placement: 'aboveEditor' },
    { key: 'below', lines: ['2'], placement: 'belowEditor' },
  ];
  const view = { widgets, drawn } as unknown as View;
  const keysAt = (place: WidgetPlace): string[] => widgetsAt(view, place).map(({ key }) => key);
  assert.deepEqual(keysAt('header'), ['drawn header']);
  assert.deepEqual(keysAt('above'), ['above', 'drawn widgetAbove']);
  assert.deepEqual(keysAt('below'), ['below', 'drawn widgetBelow']);
  assert.deepEqual(keysAt('footer'), ['drawn footer']);
  assert.deepEqual(widgetsAt(view, 'footer'), [{ key: 'drawn footer', lines: ['footer'], columns: 60 }]);
  assert.deepEqual(widgetsAt(null, 'above'), []);
});
