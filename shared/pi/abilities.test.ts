import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abilitiesOf, firstVersionWith, isUntested, TESTED_PI, type Ability } from './abilities.ts';

test('versions are compared by number, and an unknown version counts as the newest', () => {
  assert.equal(abilitiesOf('0.80.10').saySettled, true);
  assert.equal(abilitiesOf('0.80.3').saySettled, false);
  assert.equal(abilitiesOf('1.0.3').saySettled, true);
  assert.equal(abilitiesOf('0.84.4').clearQueue, true);
  assert.ok(Object.values(abilitiesOf(null)).every(Boolean));
});

test('the oldest supported pi has none of the abilities, the newest has all', () => {
  assert.ok(!Object.values(abilitiesOf('0.73.1')).some(Boolean));
  assert.ok(Object.values(abilitiesOf('1.5.2')).every(Boolean));
});

test('a pi is untested if it is newer than the newest tested one, and not if its version is unknown', () => {
  const [major, minor, patch] = TESTED_PI.split('.').map(Number);
  assert.equal(isUntested(`${major}.${minor}.${patch! + 1}`), true);
  assert.equal(isUntested(`${major! + 1}.0.0`), true);
  for (const version of [TESTED_PI, '0.87.1', undefined, null]) assert.equal(isUntested(version), false);
});

test('every ability starts with the version that the table names', () => {
  for (const ability of Object.keys(abilitiesOf(null)) as Ability[]) {
    const [major, minor, patch] = firstVersionWith(ability).split('.').map(Number);
    assert.equal(abilitiesOf(firstVersionWith(ability))[ability], true, ability);
    const before = patch ? `${major}.${minor}.${patch - 1}` : `${major}.${minor! - 1}.99`;
    assert.equal(abilitiesOf(before)[ability], false, ability);
  }
});
