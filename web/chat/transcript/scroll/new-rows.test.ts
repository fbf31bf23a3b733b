import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NewRows } from './new-rows.ts';

const rows = (keys: string): { key: string }[] => [...keys].map((key) => ({ key }));

test('rows are new that arrive after the reader has left the end', () => {
  const news = new NewRows();
  news.onRows(rows('ab'));
  news.onLeave(rows('ab'));
  assert.equal(news.count(rows('ab')), 0);
  news.onRows(rows('abcd'));
  assert.equal(news.count(rows('abcd')), 2);
  news.onLeave(rows('abcd'));
  assert.equal(news.count(rows('abcd')), 0);
});

test('an edit of an earlier message, its cancellation and another branch bring nothing new', () => {
  const news = new NewRows();
  news.onRows(rows('abcdef'));
  news.onLeave(rows('abcdef'));
  news.onRows(rows('ab'));
  assert.equal(news.count(rows('ab')), 0);
  news.onRows(rows('abcdef'));
  assert.equal(news.count(rows('abcdef')), 0);
  news.onRows(rows('abxyz'));
  assert.equal(news.count(rows('abxyz')), 0);
  news.onRows(rows('abxyz!'));
  assert.equal(news.count(rows('abxyz!')), 1);
});

test('rows that come back are known, also to a reader who left the end during the edit', () => {
  const news = new NewRows();
  news.onRows(rows('abcdef'));
  news.onRows(rows('ab'));
  news.onLeave(rows('ab'));
  news.onRows(rows('abcdef'));
  assert.equal(news.count(rows('abcdef')), 0);
});
