import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Panel } from '../state/panel/panel.svelte.ts';
import { Port } from '../state/workbench/port.ts';
import type { DialogsPort } from '../state/workbench/region-ports.ts';
import { AgentRemote } from './agent-remote.svelte.ts';

test('the dialogs beside the conversation learn of an answer before it is sent, so that they do not report it as one of another tab', async () => {
  const log: string[] = [];
  const dialogs = new Port<DialogsPort>('dialog dock');
  dialogs.offer({
    expectNext: () => {},
    focusFirst: () => {},
    onAnswer: (dialog) => log.push(`answer ${dialog}`),
  });
  const fetch = (path: string): Promise<Response> => {
    log.push(path);
    return Promise.resolve(new Response(null, { status: 204 }));
  };
  const panel = { api: { fetch }, workbench: { dialogs }, end: () => Promise.resolve() } as unknown as Panel;
  await new AgentRemote(panel, 'a').answer('d', { confirmed: true });
  assert.deepEqual(log, ['answer d', 'api/agents/a/dialogs/d']);
});
