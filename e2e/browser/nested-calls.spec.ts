// Calls that a tool makes itself: below the call that made them, live, after a reload and after a restart of the panel.
import { calls, says } from '../panel/scripted.ts';
import { answers, expectIdle, expectLive, open, send } from './page.ts';
import { expect, test } from './panel.ts';
import { isPiSince } from './running-panel.ts';
import { readShownRows } from './transcript.ts';

test.skip(!isPiSince('0.99.0'), 'tools can call other tools since pi 0.99.0');

const SCRIPT = `export default function (pi) {
  pi.registerTool({
    name: 'twice',
    label: 'Twice',
    description: 'Runs a command twice.',
    parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
    async execute(_id, { command }, _signal, _onUpdate, ctx) {
      for (const n of [1, 2]) await ctx.executeTool('bash', { command: command + ' ' + n });
      return { content: [{ type: 'text', text: 'ran twice' }], details: {} };
    },
  });
}`;

test.use({ panelOptions: { files: { '.pi/extensions/twice.ts': SCRIPT }, args: ['--', '--approve'] } });

test('nested calls are shown below the call that made them, also after a restart of the panel', async ({
  page,
  panel,
}) => {
  panel.model.queue([calls('twice', { command: 'echo nested' }), says('Done.')]);
  await open(page, panel);
  await send(page, 'Do it twice');
  await expect(answers(page).last()).toContainText('Done.');
  await expectIdle(page);
  const check = async (): Promise<void> => {
    const names = (await readShownRows(page)).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('Tool'))).toEqual([
      'Tool twice: echo nested',
      'Tool bash: echo nested 1',
      'Tool bash: echo nested 2',
    ]);
  };
  await check();
  await page.reload();
  await expectIdle(page);
  await check();
  await panel.kill();
  await panel.start();
  await expectLive(page);
  await page.reload();
  await expectIdle(page);
  await check();
});
