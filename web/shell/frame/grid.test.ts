import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LayoutMode } from '../../lib/breakpoints.ts';
import { gridTemplates, sizeOf, SIZES, type OpenSlots } from './grid.ts';

const open = (...names: (keyof OpenSlots)[]): OpenSlots => ({
  rail: names.includes('rail'),
  center: names.includes('center'),
  below: names.includes('below'),
});

const arrange = (
  mode: LayoutMode,
  slots: OpenSlots,
  { tabs = 'below', isQuiet = false }: { tabs?: 'below' | 'beside'; isQuiet?: boolean } = {},
) => gridTemplates({ mode, tabs, isQuiet, open: slots, sizes: {} });

/** Returns the rows of areas in a template, each as its names. */
const areas = (template: string): string[] => [...template.matchAll(/"([^"]+)"/g)].map((row) => row[1]!);

test('with nothing else open, the chat fills the work area', () => {
  const { frame, work } = arrange('wide', open());
  assert.deepEqual(areas(frame), ['bar', 'notice', 'work', 'status']);
  assert.deepEqual(areas(work), ['chat']);
});

test('the side bar is beside the work area, the editor left of the chat, and the terminal below both', () => {
  const { frame, work } = arrange('wide', open('rail', 'center', 'below'));
  assert.deepEqual(areas(frame), [
    'bar bar bar',
    'notice notice notice',
    'rail rail-edge work',
    'status status status',
  ]);
  assert.deepEqual(areas(work), [
    'center chat-edge chat',
    'terminal-edge terminal-edge terminal-edge',
    'below below below',
  ]);
});

test('a terminal without an editor is below the chat', () => {
  const { work } = arrange('wide', open('below'));
  assert.deepEqual(areas(work), ['chat', 'terminal-edge', 'below']);
});

test('in the middle layout the rail is a strip of icons, whether or not one of its panels is open', () => {
  for (const slots of [open(), open('rail')])
    assert.deepEqual(areas(arrange('middle', slots).frame), [
      'bar bar',
      'notice notice',
      'strip work',
      'status status',
    ]);
});

test('a narrow page has one column, whatever is open, with its tabs below or beside it', () => {
  const all = open('rail', 'center', 'below');
  assert.deepEqual(areas(arrange('narrow', all).frame), [
    'bar bar bell',
    'notice notice notice',
    'main main main',
    'status status status',
    'tabs tabs tabs',
  ]);
  assert.deepEqual(areas(arrange('narrow', all, { tabs: 'beside' }).frame), [
    'bar bar',
    'notice notice',
    'tabs main',
    'status status',
  ]);
});

test('on a phone the status bar is part of the bar while it has nothing to say', () => {
  assert.deepEqual(areas(arrange('narrow', open(), { isQuiet: true }).frame), [
    'status bar bell',
    'notice notice notice',
    'main main main',
    'tabs tabs tabs',
  ]);
});

test('every row of areas has as many columns as the template', () => {
  for (const mode of ['wide', 'middle', 'narrow'] as const) {
    for (let bits = 0; bits < 32; bits++) {
      const slots = { rail: (bits & 1) > 0, center: (bits & 2) > 0, below: (bits & 4) > 0 };
      const { frame, work } = arrange(mode, slots, {
        tabs: bits & 8 ? 'below' : 'beside',
        isQuiet: (bits & 16) > 0,
      });
      for (const template of [frame, work]) {
        const columns = (template.split(' / ')[1] ?? '').replace(/\([^)]*\)/g, '').split(' ').length;
        for (const row of areas(template)) assert.equal(row.split(' ').length, columns, template);
      }
    }
  }
});

test('the chat keeps its width when the terminal opens, with and without an editor', () => {
  const widths = (slots: OpenSlots): string => arrange('wide', slots).work.split(' / ')[1]!;
  assert.equal(widths(open('center', 'below')), widths(open('center')));
  assert.equal(widths(open('below')), widths(open()));
});

test('in a window with room, the chat beside an editor is 600 px wide, unless the user chose another width', () => {
  const slots = open('center');
  const work = (isRoomy: boolean, sizes: Record<string, number> = {}): string =>
    gridTemplates({ mode: 'wide', tabs: 'below', isQuiet: false, open: slots, isRoomy, sizes }).work;
  assert.match(work(true), /min\(600px, 48vw\)/);
  assert.match(work(false), /min\(480px, 48vw\)/);
  assert.match(work(true, { chat: 400 }), /min\(400px, 48vw\)/);
});

test('a stored size is clamped to its limits, and an invalid one is ignored', () => {
  assert.equal(sizeOf('rail', {}), SIZES.rail.initial);
  assert.equal(sizeOf('rail', { rail: 5 }), SIZES.rail.min);
  assert.equal(sizeOf('rail', { rail: 1e6 }), SIZES.rail.max);
  assert.equal(sizeOf('rail', { rail: Number.NaN }), SIZES.rail.initial);
});
