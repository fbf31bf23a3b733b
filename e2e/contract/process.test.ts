// How real pi starts and ends: what needs trust, what keeps it from starting, and what remains when it is killed.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SlashCommand } from '../../shared/pi/commands.ts';
import type { TakenMessage } from '../../shared/wire.ts';
import { calls, ONE_PIXEL_PNG, says } from '../panel/scripted.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';
import { returnedTexts, rowsOf, runsOf, reasonOf } from './summaries.ts';

const DOT = { type: 'image', mimeType: 'image/png', data: ONE_PIXEL_PNG } as const;
const PROJECT = {
  '.pi/prompts/fix-here.md': 'Fix it here.',
  '.pi/extensions/here.ts': `export default function (pi) {
    pi.registerCommand('here', { description: 'here', handler: async () => undefined });
  }`,
};

onEveryPi({ files: PROJECT, extension: 'export default function () {}' }, ({ pi, test }) => {
  test(
    'S-59: resources of an untrusted project are named and not loaded, until the user trusts it for this run',
    { inNewSession: false },
    async (panel) => {
      await panel.until('trust was looked at', ({ stats }) => stats);
      assert.deepEqual(
        panel.view.untrusted,
        pi.can.distrust ? ['.pi/extensions/here.ts', '.pi/prompts/fix-here.md'] : [],
      );
      assert.equal((await projectCommands(panel)).length, pi.can.distrust ? 0 : 2);
      for (const how of [{ trust: true }, {}]) {
        assert.equal((await panel.restart(how)).status, 200);
        assert.deepEqual(panel.view.untrusted, []);
        assert.deepEqual(await projectCommands(panel), ['fix-here', 'here']);
      }
    },
  );

  test('R-19: when pi is killed during an answer, its prompt is in the session file or given back', async (panel) => {
    await panel.hangingAnswer('Beginning', [DOT]);
    await panel.command({ type: 'prompt', message: 'and then', streamingBehavior: 'followUp' });
    await panel.killPi();
    const view = await panel.until('it is gone', ({ exit }) => exit);
    assert.match(view.exit!.reason, /SIGKILL/);
    assert.equal(view.live, null);
    const { queue } = await panel.until('it is given back', ({ queue: { returned } }) => returned.length > 0);
    assert.deepEqual(returnedTexts({ queue }), ['and then']);
    assert.equal((await panel.tryCommand({ type: 'get_state' })).status, 409);
    await panel.restart();
    const { entries } = panel.view;
    // Since 0.99 pi writes a prompt at once, before that with the first answer.
    const isWritten = entries.length > 0;
    assert.deepEqual(returnedTexts(panel.view), isWritten ? ['and then'] : ['go', 'and then']);
    // pi never writes the part that it had: the panel still shows it.
    if (isWritten) assert.deepEqual(rowsOf(panel.view), ['You: go', 'Assistant: Beginning (aborted)']);
    assert.equal(isWritten, pi.version.startsWith('1.'));
    const { body } = await panel.postToAgent('queue/take');
    const { messages } = body.data as { messages: TakenMessage[] };
    assert.deepEqual(
      messages.flatMap(({ images }) => images),
      isWritten ? [] : [DOT],
    );
    assert.deepEqual(returnedTexts(panel.view), []);
  });

  test('R-15: when a session is left during its first answer, its prompt is in the session file or given back', async (panel) => {
    await panel.hangingAnswer();
    const { file } = panel.view.session!;
    await panel.startOver();
    const files = await readdir(panel.folders.root, { recursive: true });
    const isWritten = files.some((one) => path.basename(one) === file);
    // Up to 0.82.1 pi does not wait for the end of an answer that it aborts for another session.
    assert.equal(isWritten, pi.version.localeCompare('0.82.1', 'en', { numeric: true }) > 0);
    assert.deepEqual(returnedTexts(panel.view), isWritten ? [] : ['go']);
    await panel.restart();
    assert.deepEqual(returnedTexts(panel.view), isWritten ? [] : ['go']);
    assert.deepEqual(rowsOf(panel.view), []);
    await panel.postToAgent('queue/take');
  });

  test('R-19: a tool that runs when pi is killed is shown as interrupted, also after the restart', async (panel) => {
    panel.model.queue([calls('bash', { command: 'echo on; sleep 60' })]);
    await panel.command({ type: 'prompt', message: 'go' });
    await panel.until('it runs', (view) => runsOf(view)[0]?.output.tail.includes('on'));
    await panel.killPi();
    await panel.until('it is gone', ({ exit }) => exit);
    assert.equal(runsOf(panel.view)[0]?.state, 'interrupted');
    await panel.restart();
    assert.equal(runsOf(panel.view)[0]?.state, 'interrupted');
    panel.model.queue([says('Going on.')]);
    await panel.command({ type: 'prompt', message: 'Go on' });
    await panel.until('it is answered', (view) => rowsOf(view).at(-1) === 'Assistant: Going on.');
    await panel.idle();
  });

  test('R-19: when an extension ends pi, extensions finish, and the exit shows the reason and the end of stderr', async (panel) => {
    const finished = path.join(panel.workspace, 'finished.txt');
    await writeFile(
      panel.extension,
      `import { writeFileSync } from 'node:fs';
      import { setTimeout as wait } from 'node:timers/promises';
      export default function (pi) {
        pi.on('session_shutdown', async () => { await wait(500); writeFileSync(${JSON.stringify(finished)}, ''); });
        pi.registerCommand('crash', { description: 'x', handler: async () => { setTimeout(() => { throw new Error('on purpose'); }, 10); } });
        pi.registerCommand('leave', { description: 'x', handler: async (_args, ctx) => ctx.shutdown() });
      }`,
    );
    await panel.restart();
    await panel.command({ type: 'prompt', message: '/crash' });
    const crashed = (await panel.until('it is gone', ({ exit }) => exit)).exit!;
    assert.equal(crashed.code, 1);
    assert.match(crashed.stderr, /on purpose/);
    await panel.restart();
    await panel.command({ type: 'prompt', message: '/leave' });
    const left = (await panel.until('it is gone', ({ exit }) => exit)).exit!;
    assert.deepEqual([left.code, left.reason], [0, 'The agent ended on its own.']);
    await readFile(finished);
    await writeFile(panel.extension, 'export default function () {}');
    await panel.restart();
    assert.equal(panel.view.exit, null);
  });

  test(
    'R-20: when an extension does not load, pi can be started without extensions',
    { inNewSession: false },
    async (panel) => {
      const found = path.join(panel.folders.agentDir, 'extensions', 'broken.ts');
      await mkdir(path.dirname(found));
      for (const file of [found, panel.extension]) await writeFile(file, 'this is not TypeScript {');
      await panel.restart();
      const { exit } = await panel.until('it is gone', (view) => view.exit);
      assert.match(exit!.reason, /before it was ready/);
      assert.match(exit!.stderr, /extension\.ts|broken\.ts/);
      await panel.restart({ withoutExtensions: true });
      assert.deepEqual([panel.view.exit, panel.view.ready], [null, true]);
      await rm(found);
    },
  );

  test(
    'R-21: a pi without a model has none in its view, and refuses a prompt with a reason',
    { inNewSession: false },
    async (panel) => {
      await writeFile(panel.extension, 'export default function () {}');
      await panel.restart({ demo: false });
      assert.deepEqual([panel.view.exit, panel.view.model], [null, null]);
      const answer = await panel.tryCommand({ type: 'prompt', message: 'hello' });
      assert.equal(answer.body.success, false);
      assert.match(reasonOf(answer), /[Nn]o (API key|model)/);
      assert.deepEqual(panel.view.entries, []);
      await panel.restart({ demo: true });
      assert.equal(panel.view.model?.provider, 'demo');
    },
  );
});

onEveryPi({ piOptions: ['--no-session'] }, ({ test }) => {
  test(
    'R-19: without a session file, only the unanswered prompt is given back when pi is killed',
    { inNewSession: false },
    async (panel) => {
      await panel.converse('first', 'Heard.');
      await panel.hangingAnswer();
      await panel.killPi();
      await panel.until('it is gone', ({ exit }) => exit);
      await panel.restart();
      assert.deepEqual(returnedTexts(panel.view), ['go']);
    },
  );
});

async function projectCommands(panel: Lab): Promise<string[]> {
  const { commands } = await panel.command<{ commands: SlashCommand[] }>({ type: 'get_commands' });
  return commands.flatMap(({ name, sourceInfo }) => (sourceInfo?.scope === 'project' ? [name] : [])).sort();
}
