import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gridTemplate, sizeOf, SIZES } from './grid.ts';

const open = (...names: ('rail' | 'centre' | 'below')[]) => ({
  rail: names.includes('rail'),
  centre: names.includes('centre'),
  below: names.includes('below'),
});

/** The rows of areas, each as its names. */
const areas = (template: string): string[] => [...template.matchAll(/"([^"]+)"/g)].map((row) => row[1]!);

test('with nothing else open the chat takes all the room', () => {
  assert.deepEqual(areas(gridTemplate('wide', open(), {})), ['bar', 'chat', 'status']);
});

test('the editor is above the terminal, both left of the chat', () => {
  assert.deepEqual(areas(gridTemplate('wide', open('rail', 'centre', 'below'), {})), [
    'bar bar bar bar bar',
    'rail rail-edge centre chat-edge chat',
    'rail rail-edge terminal-edge chat-edge chat',
    'rail rail-edge below chat-edge chat',
    'status status status status status',
  ]);
});

test('a terminal without an editor takes the whole centre', () => {
  const template = gridTemplate('wide', open('below'), {});
  assert.deepEqual(areas(template), ['bar bar bar', 'below chat-edge chat', 'status status status']);
  assert.match(template, /"below chat-edge chat" minmax\(0, 1fr\)/);
});

test('in the middle layout the rail is a strip of icons and takes no column', () => {
  assert.deepEqual(areas(gridTemplate('middle', open('rail'), {})), [
    'bar bar',
    'strip chat',
    'status status',
  ]);
});

test('a narrow page has one column, whatever is open', () => {
  assert.deepEqual(areas(gridTemplate('narrow', open('rail', 'centre', 'below'), {})), [
    'bar',
    'main',
    'status',
    'tabs',
  ]);
});

test('every row of areas has as many columns as the template', () => {
  for (const mode of ['wide', 'middle'] as const) {
    for (let bits = 0; bits < 8; bits++) {
      const template = gridTemplate(
        mode,
        { rail: (bits & 1) > 0, centre: (bits & 2) > 0, below: (bits & 4) > 0 },
        {},
      );
      const columns = template
        .split(' / ')[1]!
        .replace(/\([^)]*\)/g, '')
        .split(' ').length;
      for (const row of areas(template)) assert.equal(row.split(' ').length, columns, template);
    }
  }
});

test('a remembered size is kept inside its limits, and nonsense is forgotten', () => {
  assert.equal(sizeOf('rail', {}), SIZES.rail.initial);
  assert.equal(sizeOf('rail', { rail: 5 }), SIZES.rail.least);
  assert.equal(sizeOf('rail', { rail: 1e6 }), SIZES.rail.most);
  assert.equal(sizeOf('rail', { rail: Number.NaN }), SIZES.rail.initial);
});
