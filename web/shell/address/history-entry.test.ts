import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differsOnlyIn, moveTo, readEntry, type Move, type Step } from './history-entry.ts';

const CHAT: Step = { agent: 'a1', overlay: null, cover: null, below: null, region: null, file: null };
const FILE: Step = { ...CHAT, file: 'a.ts' };
const REVIEW: Step = { ...CHAT, cover: 'review' };

const move = (step: Step | null, to: Partial<Step>, before: Step | null = null): Move =>
  moveTo({ step, before }, { ...CHAT, ...to });

test('another agent, file, region, review or settings page makes a step', () => {
  assert.equal(move(CHAT, { agent: 'a2' }), 'push');
  assert.equal(move(CHAT, FILE), 'push');
  assert.equal(move(FILE, { file: 'b.ts' }), 'push');
  assert.equal(move(CHAT, REVIEW), 'push');
  assert.equal(move(FILE, { ...FILE, overlay: 'settings' }), 'push');
  assert.equal(move({ ...CHAT, region: 'files' }, { region: 'changes' }), 'push');
});

test('the first place of a page makes no step, and neither does what the history does not tell apart', () => {
  assert.equal(move(null, REVIEW), 'replace');
  assert.equal(move(FILE, FILE), 'replace');
});

test('what the last step opened is closed by going back, so that no entry is there twice', () => {
  assert.equal(move(REVIEW, CHAT, CHAT), 'back');
  assert.equal(move({ ...FILE, overlay: 'settings' }, FILE, FILE), 'back');
  assert.equal(move(FILE, CHAT, CHAT), 'back');
  assert.equal(move(REVIEW, { ...REVIEW, below: 'shell' }, CHAT), 'push');
  assert.equal(move({ ...REVIEW, below: 'shell' }, REVIEW, REVIEW), 'back');
});

test('closing what an earlier step opened replaces the entry', () => {
  assert.equal(move(REVIEW, CHAT), 'replace');
  assert.equal(move(REVIEW, CHAT, { ...CHAT, agent: 'a2' }), 'replace');
});

test('a file that a closed review uncovers makes no step, but one that was opened from the review does', () => {
  assert.equal(moveTo({ step: REVIEW, before: CHAT }, FILE, true), 'replace');
  assert.equal(moveTo({ step: REVIEW, before: FILE }, FILE, true), 'back');
  assert.equal(moveTo({ step: REVIEW, before: CHAT }, FILE, false), 'push');
});

test('a file that changes behind the review makes no step', () => {
  assert.equal(move({ ...REVIEW, file: 'a.ts' }, { ...REVIEW, file: 'b.ts' }), 'replace');
});

test('an agent without an open file is another agent, not a closed file', () => {
  assert.equal(move(FILE, { agent: 'a2' }, { ...CHAT, agent: 'a2' }), 'push');
});

test('two steps that differ in the file and in the agent do not differ only in the file', () => {
  assert.equal(differsOnlyIn('file', CHAT, FILE), true);
  assert.equal(differsOnlyIn('file', CHAT, CHAT), false);
  assert.equal(differsOnlyIn('file', CHAT, { ...FILE, agent: 'a2' }), false);
});

test('an entry of another page has no step', () => {
  for (const state of [null, undefined, {}, 'x', { other: 1 }])
    assert.deepEqual(readEntry(state), { step: null, before: null });
  assert.deepEqual(readEntry({ step: FILE, before: CHAT }), { step: FILE, before: CHAT });
});
