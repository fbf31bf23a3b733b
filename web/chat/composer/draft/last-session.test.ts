import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage } from '../../../lib/storage/persisted.ts';
import { LastSession } from './last-session.ts';

beforeEach(() => {
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  openTab();
});

function openTab(): void {
  Object.defineProperty(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true });
}

test('a page remembers the session of each of its agents', () => {
  const sessions = new LastSession();
  assert.equal(sessions.of('one', false), null);
  sessions.remember('one', 'a');
  sessions.remember('two', 'b');
  assert.equal(sessions.of('one', false), 'a');
});

test('after a reload the last session of the tab is used, even if its agent has another id', () => {
  new LastSession().remember('one', 'a');
  assert.equal(new LastSession().of('renamed', false), 'a');
  assert.equal(new LastSession().of('chosen by the user', true), null);
});

test('a new tab expects the session that any tab showed last, if it belongs to the same agent', () => {
  new LastSession().remember('one', 'a');
  openTab();
  assert.equal(new LastSession().of('one', false), 'a');
  assert.equal(new LastSession().of('two', false), null);
});

test('a session that stays the same is stored once, and again after another one', () => {
  const sessions = new LastSession();
  sessions.remember('one', 'a');
  localStorage.clear();
  sessions.remember('one', 'a');
  assert.equal(localStorage.length, 0);
  sessions.remember('two', 'b');
  sessions.remember('one', 'a');
  openTab();
  assert.equal(new LastSession().of('one', false), 'a');
});
