import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setOpensTerminal, showHiddenCover } from './later-acts.ts';
import type { Workbench } from './workbench.svelte.ts';

test('the cover that was hidden to show a file comes back with the focus, and none comes if none was hidden', () => {
  const did: string[] = [];
  const workbench = {
    hiddenCover: null as string | null,
    showCover: (region: string) => void did.push(`show ${region}`),
    focus: { find: () => ({ enter: (region: string) => void did.push(`enter ${region}`) }) },
  };
  showHiddenCover(workbench as unknown as Workbench);
  assert.deepEqual(did, []);
  workbench.hiddenCover = 'review';
  showHiddenCover(workbench as unknown as Workbench);
  assert.deepEqual(did, ['show review', 'enter review']);
});

test('a terminal that opens by itself does so also where the user had closed it', () => {
  const changes: object[] = [];
  const workbench = {
    settings: { change: (change: object) => void changes.push(change) },
    isTerminalOpen: false as boolean | null,
  };
  setOpensTerminal(workbench as unknown as Workbench, false);
  assert.equal(workbench.isTerminalOpen, false);
  setOpensTerminal(workbench as unknown as Workbench, true);
  assert.deepEqual(
    [changes, workbench.isTerminalOpen],
    [[{ opensTerminal: false }, { opensTerminal: true }], null],
  );
});
