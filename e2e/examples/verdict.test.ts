import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verdictOf } from './verdict.ts';

const screen = { what: 'draws a screen', excuses: true };
const looks = { what: 'draws its tools', excuses: false };

test('an example works when all points were seen and nothing was lost', () => {
  assert.equal(verdictOf({ points: { a: true, b: true }, lost: [] }), 'works');
});

test('an example degrades when something was seen and something is lost', () => {
  assert.equal(verdictOf({ points: { a: true }, lost: [looks] }), 'degrades');
  assert.equal(verdictOf({ points: { a: true, b: false }, lost: [screen] }), 'degrades');
});

test('an example cannot work when nothing was seen and something is lost', () => {
  assert.equal(verdictOf({ points: {}, lost: [screen] }), 'cannot');
  assert.equal(verdictOf({ points: { a: false }, lost: [screen] }), 'cannot');
});

test('a missing requirement excuses missing points, and nothing else', () => {
  assert.equal(verdictOf({ points: { a: false }, lost: [], needs: 'a key' }), 'needs');
  assert.equal(verdictOf({ points: {}, lost: [], needs: 'a module', trouble: 'pi ended' }), 'needs');
  assert.equal(verdictOf({ points: { a: true }, lost: [], needs: 'a key' }), 'works');
});

test('an example with an unexplained missing point fails', () => {
  assert.equal(verdictOf({ points: { a: true, b: false }, lost: [] }), 'fails');
  assert.equal(verdictOf({ points: {}, lost: [] }), 'fails');
  assert.equal(verdictOf({ points: { a: true, b: false }, lost: [looks] }), 'fails');
  assert.equal(verdictOf({ points: { a: true }, lost: [screen], trouble: 'pi ended' }), 'fails');
});
