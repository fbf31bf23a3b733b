import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolRun } from '../../../shared/view/conversation.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { OpenDiff } from './open-diff.svelte.ts';

test('when a file changes while it is being read, the diff shows the edits and the text of the last load', async () => {
  const reads: ((text: string) => void)[] = [];
  const edit = (oldText: string, newText: string, patch: string): ToolRun =>
    ({
      id: newText,
      name: 'edit',
      state: 'ok',
      args: { path: 'a.txt', edits: [{ oldText, newText }] },
      details: { patch },
    }) as unknown as ToolRun;
  const toolRuns: Record<string, ToolRun> = {
    first: edit('one', 'ONE', '--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n'),
  };
  const fetch = () =>
    new Promise<Response>((resolve) => {
      reads.push((text) => resolve(new Response(text, { headers: { etag: '"1"' } })));
    });
  const agent = { api: { fetch }, path: 'api/agents/a', toolRuns } as unknown as Agent;
  const diff = new OpenDiff({ path: 'a.txt', workspace: '/project', of: 'conversation', agent: () => agent });
  const loads = [diff.load(), diff.load()];
  // The second edit is reported while both loads are in progress.
  toolRuns.second = edit('two', 'TWO', '--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n ONE\n-two\n+TWO\n');
  const after = 'ONE\nTWO\n';
  reads[1]!(after);
  await loads[1];
  reads[0]!('ONE\ntwo\n');
  await loads[0];
  assert.deepEqual(diff.phase, { status: 'open', change: { original: 'one\ntwo\n', modified: after } });
});
