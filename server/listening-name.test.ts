import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listeningName } from './listening-name.ts';

test('an address or a name is called as a URL spells it', () => {
  assert.equal(listeningName('127.0.0.1'), '127.0.0.1');
  assert.equal(listeningName('::1'), '[::1]');
  assert.equal(listeningName('192.168.1.5'), '192.168.1.5');
  assert.equal(listeningName('Panel.Example'), 'panel.example');
});

test('S-01, S-04: every spelling of "everywhere" is no name', () => {
  const spellings = [
    '0.0.0.0',
    '::',
    '[::]',
    '',
    '0',
    '0x0',
    '0.0',
    '::0',
    '::ffff:0.0.0.0',
    '*',
    '00.0x0.0',
  ];
  for (const host of spellings) assert.equal(listeningName(host), undefined, host);
});
