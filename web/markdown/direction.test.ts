import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directionOf } from './direction.ts';

test('the first letter that is not in code tells the direction', () => {
  for (const text of [
    '1. غيّر قيمة `timeout`',
    '| الاسم | value |',
    '> `userName` هو اسم',
    '- (3) תקן',
    'https://a.test/x ثم',
    '- [x] تم\n- [ ] y',
    '1. [X] תקן',
  ])
    assert.equal(directionOf(text), 'rtl', text);
  for (const text of ['1. Change عربي', '', '123', '`غيّر`', '漢字 עברית'])
    assert.equal(directionOf(text), 'ltr', text);
});
