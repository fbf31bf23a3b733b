import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoggedLine } from '../../shared/wire.ts';
import { prettyText, recordLine, rowText, typesOf, filterLines } from './record-line.ts';

const line = (text: string, more: Partial<LoggedLine> = {}): LoggedLine => ({
  n: 1,
  at: 0,
  bytes: text.length,
  text,
  ...more,
});

test('the type of a record is found even when the line is truncated', () => {
  assert.equal(recordLine(line('{"type":"turn_start","x":{"type":"y"}}')).type, 'turn_start');
  assert.equal(recordLine(line('{"id":"1","type":"response","da', { isCut: true })).type, 'response');
});

test('a line that is not a record is unreadable', () => {
  assert.equal(recordLine(line('Debugger attached.', { isBad: true })).type, 'unreadable');
  assert.equal(recordLine(line('{"type":"response"}', { isBad: true })).type, 'unreadable');
});

test('an open record is formatted; text that is not JSON stays unchanged', () => {
  assert.equal(prettyText(line('{"a":[1]}')), '{\n  "a": [\n    1\n  ]\n}');
  assert.equal(prettyText(line('oops {')), 'oops {');
  assert.match(prettyText(line('{"a":"xxx', { isCut: true, bytes: 100_000 })), /had 100,000 bytes/);
});

test('a row leaves out the type and the usage of the record', () => {
  const text = '{"type":"message_update","usage":{"input":0,"cost":{"total":0}},"delta":"x"}';
  assert.equal(rowText(line(text)), '{"delta":"x"}');
  assert.equal(rowText(line('{"type":"turn_start"}')), '{}');
  assert.equal(rowText(line('no json')), 'no json');
});

test('the length of a row is limited', () => {
  assert.ok(rowText(line('x'.repeat(10_000))).length < 500);
});

test('type and text filter together, ignoring case', () => {
  const lines = ['{"type":"a","t":"Hello"}', '{"type":"b","t":"hello"}', '{"type":"b"}'].map((text) =>
    recordLine(line(text)),
  );
  assert.deepEqual(filterLines(lines, { type: 'b', text: 'HELLO' }), [lines[1]]);
  assert.equal(filterLines(lines, { type: '', text: ' ' }), lines);
  assert.deepEqual(typesOf(lines), ['a', 'b']);
});
