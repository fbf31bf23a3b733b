import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MissedNames, nameSome } from './missed-names.ts';

test('what was missed is said once, each kind with its reason, and a name that is not UTF-8 with that reason', () => {
  const missed = new MissedNames();
  assert.equal(missed.takeSentences(), null);
  for (const name of ['b/', 'a', 'b/', 'caf\udce9']) missed.addIgnored(name);
  missed.addUnreadable('n\udcff');
  missed.addGit('sub/.git');
  const all = [
    'Not recorded (ignored by git): a, b/.',
    'Not recorded (names that are not UTF-8): caf\\xe9, n\\xff.',
    'Not recorded (data of git): sub/.git.',
  ];
  assert.equal(missed.takeSentences(), all.join(' '));
  assert.equal(missed.takeSentences(), null);
});

test('five names are said in their order, and then how many more', () => {
  assert.equal(nameSome([]), '');
  assert.equal(nameSome(['e', 'd', 'c', 'b', 'a']), 'a, b, c, d, e');
  assert.equal(nameSome(['f', 'e', 'd', 'c', 'b', 'a']), 'a, b, c, d, e (+1)');
});
