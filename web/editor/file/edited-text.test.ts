import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditedText } from './edited-text.svelte.ts';
import type { Version } from './file-state.ts';
import type { EditBuffer } from './live-text.svelte.ts';

const versionOf = (text: string): Version => ({
  ...{ text, etag: `"${text}"`, isUtf8: true },
  format: { eol: '\n', hasBom: false },
});

/** An editor with a history, as Monaco has one. */
class Buffer implements EditBuffer {
  #texts: string[];
  #at = 0;
  readonly #edited: EditedText;

  constructor(text: string, edited: EditedText) {
    this.#texts = [text];
    this.#edited = edited;
  }

  text = (): string => this.#texts[this.#at]!;
  version = (): number => this.#at;
  dispose = (): void => {};

  replace(text: string): void {
    this.#texts = [...this.#texts.slice(0, this.#at + 1), text];
    this.#at += 1;
    this.#edited.onEdit();
  }

  undo(): void {
    this.#at -= 1;
    this.#edited.onEdit();
  }
}

/** A file with these lines in an editor. */
function open(text: string) {
  const edited = new EditedText();
  edited.onRead(versionOf(text));
  edited.attach((first) => new Buffer(first, edited));
  return { edited, buffer: edited.buffer as Buffer };
}

const LINES = 'one\ntwo\nthree\nfour\nfive\n';
const [MINE, THEIRS] = [LINES.replace('one', 'mine'), LINES.replace('five', 'theirs')];
const BOTH = MINE.replace('five', 'theirs');

test('a merge that is undone brings the conflict back, so that a save does not overwrite the other side', () => {
  const { edited, buffer } = open(LINES);
  buffer.replace(MINE);
  edited.onRead(versionOf(THEIRS));
  assert.equal(edited.theirs?.text, THEIRS);
  edited.merge(edited.resolve()!);
  assert.deepEqual([edited.value, edited.theirs, edited.isDirty], [BOTH, null, true]);
  buffer.undo();
  assert.deepEqual([edited.value, edited.theirs?.text, edited.isDirty], [MINE, THEIRS, true]);
});

test('what is typed after a conflict was found is part of its merge, as long as it is in other lines', () => {
  const { edited, buffer } = open(LINES);
  buffer.replace(MINE);
  edited.onRead(versionOf(THEIRS));
  const found = edited.resolve()!;
  buffer.replace(MINE.replace('three', 'more'));
  edited.merge(found);
  assert.deepEqual([edited.value, edited.theirs], [BOTH.replace('three', 'more'), null]);
});

test('a merge that was saved is no conflict any more, also when the user undoes it in the editor', () => {
  const { edited, buffer } = open(LINES);
  buffer.replace(MINE);
  edited.onRead(versionOf(THEIRS));
  edited.merge(edited.resolve()!);
  edited.onSaved(versionOf(BOTH), edited.version);
  assert.deepEqual([edited.isDirty, edited.theirs], [false, null]);
  buffer.undo();
  assert.deepEqual([edited.value, edited.theirs, edited.isDirty], [MINE, null, true]);
  assert.equal(edited.unsaved?.base.text, BOTH, 'a save replaces what was saved');
});

test('what is typed during a save is not counted as saved', () => {
  const { edited, buffer } = open('one\n');
  buffer.replace('two\n');
  const { version } = edited;
  buffer.replace('three\n');
  edited.onSaved(versionOf('two\n'), version);
  assert.deepEqual([edited.isDirty, edited.unsaved?.text], [true, 'three\n']);
  buffer.undo();
  assert.equal(edited.isDirty, false);
});

test('what the user typed before the editor was there can be undone in it', () => {
  const edited = new EditedText();
  assert.equal(edited.editEarly('lost?'), false, 'there is no file yet');
  edited.onRead(versionOf('one\n'));
  assert.equal(edited.editEarly('one and more\n'), true);
  assert.deepEqual([edited.isDirty, edited.unsaved?.text], [true, 'one and more\n']);
  edited.attach((text) => new Buffer(text, edited));
  assert.deepEqual([edited.value, edited.isDirty], ['one and more\n', true]);
  (edited.buffer as Buffer).undo();
  assert.deepEqual([edited.value, edited.isDirty], ['one\n', false]);
  assert.equal(edited.editEarly('late'), false, 'from now on the editor has the text');
});

test('edits that were stored come back with the version that they change', () => {
  const edited = new EditedText();
  edited.restore('mine\n', versionOf('one\n'));
  assert.deepEqual(edited.unsaved, { text: 'mine\n', base: versionOf('one\n') });
  const theirs = (): string | undefined => edited.theirs?.text;
  edited.onRead(versionOf('one\n'));
  assert.equal(theirs(), undefined);
  edited.onRead(versionOf('theirs\n'));
  assert.deepEqual([edited.value, theirs()], ['mine\n', 'theirs\n']);
  edited.takeTheirs();
  assert.deepEqual([edited.value, edited.isDirty, edited.theirs], ['theirs\n', false, null]);
});
