import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutputWriter } from './output-writer.ts';
import { TextIntake } from './text-intake.ts';

function open(): { intake: TextIntake; written: () => string } {
  let text = '';
  const write = (added: string): void => void (text += added);
  const writer = { write, writeOnNewLine: (added: string) => write(`\n${added}`), droppedBytes: 0 };
  return { intake: new TextIntake(writer as unknown as OutputWriter), written: () => text };
}

test('the result of a failed command, which does not say that it is only the end, is not taken for the whole', () => {
  const { intake, written } = open();
  intake.setLast({ text: 'b\nc', isTruncated: true, totalBytes: 6 });
  intake.setResult({ text: 'b\nc', isTruncated: false }, false);
  intake.addLast();
  assert.equal(written(), '[… 2 bytes not shown by pi …]\nb\nc');
});

test('each text adds only what the log does not have yet', () => {
  const { intake, written } = open();
  for (const text of ['a\n', 'a\nb\n', 'a\nb\n', 'a\nb\nc\n']) intake.addWhole(text);
  assert.equal(written(), 'a\nb\nc\n');
});
