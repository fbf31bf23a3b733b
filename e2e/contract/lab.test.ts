import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { contractPis } from './contract-pis.ts';
import { openLab, type LabOptions } from './lab.ts';

const isListening = (): boolean => process.getActiveResourcesInfo().includes('TCPServerWrap');

const FAILURES: [what: string, options: LabOptions][] = [
  ['settings that JSON cannot hold', { settings: { timeout: 1n } }],
  ['a file that is also a folder', { files: { 'a/b': '', a: '' } }],
];

for (const [what, options] of FAILURES)
  test(`a lab that cannot be opened, for ${what}, leaves nothing open`, { timeout: 120_000 }, async () => {
    const [pi] = (await contractPis()).pis;
    await assert.rejects(openLab(pi!, options));
    while (isListening()) await sleep(10);
  });
