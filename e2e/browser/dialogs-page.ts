// An extension that opens each kind of dialog, and what its dialogs look like on the page.
import type { Page } from '@playwright/test';
import { notifications } from './page.ts';
import { expect, type RunningPanel } from './panel.ts';

/** Each command opens one dialog and reports the answer in a notice. */
export const ASKER = `import { writeFileSync } from 'node:fs';
export default function (pi) {
  pi.registerTool({
    name: 'gate', label: 'Gate', description: 'asks', parameters: { type: 'object', properties: {} },
    execute: async (_id, _args, _signal, _onUpdate, ctx) => {
      const answer = ctx.ui.confirm('Through?', 'A tool asks');
      writeFileSync('asked.txt', 'asked');
      return { content: [{ type: 'text', text: 'said ' + (await answer) }], details: {} };
    },
  });
  const said = (ctx, value) => ctx.ui.notify('answer: ' + JSON.stringify(value));
  const ask = (name, question) =>
    pi.registerCommand(name, { description: name, handler: async (args, ctx) => said(ctx, await question(ctx.ui)) });
  ask('way', (ui) => ui.select('Which way?', ['Left', 'Right', 'Straight on']));
  ask('many', (ui) => ui.select('Which file?', Array.from({ length: 30 }, (_, i) => 'file-' + i + '.ts')));
  const lines = (count) => Array.from({ length: count }, (_, i) => 'line ' + i).join('\\n');
  ask('twice', async (ui) => [await ui.select('One?', ['mine', 'yours']), await ui.select('Two?', ['mine', 'yours'])]);
  ask('sure', (ui) => ui.confirm('Delete it?', 'rm photo\\u202egpj.exe\\u200b\\u0007\\n' + lines(60)));
  ask('name', (ui) => ui.input('Branch name', 'feature/...'));
  ask('text', (ui) => ui.editor('Commit message', 'fix: it'));
  ask('long', (ui) => ui.editor('Release notes', lines(60)));
  pi.registerCommand('fifty', {
    description: 'asks fifty times',
    handler: async (_args, ctx) => {
      const answers = [];
      for (let n = 0; n < 50; n++) answers.push(await ctx.ui.select('Question ' + n, ['mine', 'yours']));
      said(ctx, answers.join());
    },
  });
  pi.registerCommand('puts', { description: 'puts', handler: async (_args, ctx) => ctx.ui.setEditorText('from an extension') });
  let line;
  ask('withdrawn', (ui) => {
    line = new AbortController();
    return ui.input('Still there?', '', { signal: line.signal });
  });
  pi.registerCommand('hang-up', { description: 'withdraws', handler: async () => line.abort() });
  ask('soon', (ui) => ui.confirm('Quick, yes?', '', { timeout: 2500 }));
}
`;

export async function expectAnswer(page: Page, value: string): Promise<void> {
  await expect(notifications(page).getByText(`answer: ${value}`)).toBeVisible();
}

export const ask = (panel: RunningPanel, name: string): Promise<unknown> =>
  panel.command({ type: 'prompt', message: `/${name}` });
