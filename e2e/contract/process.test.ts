// How real pi starts and ends: what it leaves aside until it is trusted, what keeps it from starting, what is left
// when it is gone.
import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { SlashCommand } from '../../shared/pi/commands.ts';
import type { TakenMessage } from '../../shared/wire.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';
import { returnedTexts, rowsOf, runsOf, wordsOf } from './said.ts';

const DOT = {
  type: 'image',
  mimeType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
} as const;
const PROJECT = {
  '.pi/prompts/fix-here.md': 'Fix it here.',
  '.pi/extensions/here.ts': `export default function (pi) {
    pi.registerCommand('here', { description: 'here', handler: async () => undefined });
  }`,
};

onEveryPi({ files: PROJECT, extension: 'export default function () {}' }, (pi, lab) => {
  test('S-59: what a project brings along is named and left aside, until a person trusts it for this run', async () => {
    const panel = lab();
    await panel.until('trust was looked at', ({ stats }) => stats);
    assert.deepEqual(
      panel.view.untrusted,
      pi.can.distrust ? ['.pi/extensions/here.ts', '.pi/prompts/fix-here.md'] : [],
    );
    assert.equal((await projectCommands(panel)).length, pi.can.distrust ? 0 : 2);
    for (const how of [{ trust: true }, {}]) {
      assert.equal((await panel.post('restart', how)).status, 200);
      assert.deepEqual(panel.view.untrusted, []);
      assert.deepEqual(await projectCommands(panel), ['fix-here', 'here']);
    }
  });

  test('R-19: a pi that is killed in its answer leaves what was asked, in its file or with the panel', async () => {
    const panel = lab();
    await panel.startOver();
    await panel.hangingAnswer('Beginning', [DOT]);
    await panel.must({ type: 'prompt', message: 'and then', streamingBehavior: 'followUp' });
    await panel.killPi();
    const view = await panel.until('it is gone', ({ exit }) => exit);
    assert.match(view.exit!.reason, /SIGKILL/);
    assert.equal(view.live, null);
    const { queue } = await panel.until('it is given back', ({ queue: { returned } }) => returned.length > 0);
    assert.deepEqual(returnedTexts({ queue }), ['and then']);
    assert.equal((await panel.command({ type: 'get_state' })).status, 409);
    await panel.post('restart');
    const { entries } = panel.view;
    // Since 0.99 pi writes what was asked at once, before with the first answer.
    const isWritten = entries.length > 0;
    assert.deepEqual(returnedTexts(panel.view), isWritten ? ['and then'] : ['go', 'and then']);
    if (isWritten) assert.deepEqual(rowsOf(panel.view), ['You: go']);
    assert.equal(isWritten, pi.version.startsWith('1.'));
    const { body } = await panel.post('queue/take');
    const { messages } = body.data as { messages: TakenMessage[] };
    assert.deepEqual(
      messages.flatMap(({ images }) => images),
      isWritten ? [] : [DOT],
    );
    assert.deepEqual(returnedTexts(panel.view), []);
  });

  test('R-15: what was asked in a session that is left in its first answer is in its file or with the panel', async () => {
    const panel = lab();
    await panel.startOver();
    await panel.hangingAnswer();
    const { file } = panel.view.session!;
    await panel.startOver();
    const files = await readdir(panel.folder, { recursive: true });
    const isWritten = files.some((one) => path.basename(one) === file);
    // Up to 0.82.1 pi does not wait for the end of an answer that it breaks off for another session.
    assert.equal(isWritten, pi.version.localeCompare('0.82.1', 'en', { numeric: true }) > 0);
    assert.deepEqual(returnedTexts(panel.view), isWritten ? [] : ['go']);
    await panel.post('restart');
    assert.deepEqual(returnedTexts(panel.view), isWritten ? [] : ['go']);
    assert.deepEqual(rowsOf(panel.view), []);
    await panel.post('queue/take');
  });

  test('R-19: a tool that was on when pi was killed is interrupted, also after the restart', async () => {
    const panel = lab();
    await panel.startOver();
    panel.model.queue([{ steps: [{ tool: 'bash', args: { command: 'echo on; sleep 60' } }] }]);
    await panel.must({ type: 'prompt', message: 'go' });
    await panel.until('it runs', (view) => runsOf(view)[0]?.output.tail.includes('on'));
    await panel.killPi();
    await panel.until('it is gone', ({ exit }) => exit);
    assert.equal(runsOf(panel.view)[0]?.state, 'interrupted');
    await panel.post('restart');
    assert.equal(runsOf(panel.view)[0]?.state, 'interrupted');
    panel.model.queue([{ steps: [{ text: 'Going on.' }] }]);
    await panel.must({ type: 'prompt', message: 'Go on' });
    await panel.until('it is answered', (view) => rowsOf(view).at(-1) === 'Assistant: Going on.');
    await panel.idle();
  });

  test('R-19: an extension that ends pi is an end in words, with what pi said last', async () => {
    const panel = lab();
    await panel.startOver();
    await writeFile(
      path.join(panel.folder, 'extension.ts'),
      `export default function (pi) {
        pi.registerCommand('crash', { description: 'x', handler: async () => { setTimeout(() => { throw new Error('on purpose'); }, 10); } });
        pi.registerCommand('leave', { description: 'x', handler: async (_args, ctx) => ctx.shutdown() });
      }`,
    );
    await panel.post('restart');
    await panel.must({ type: 'prompt', message: '/crash' });
    const crashed = (await panel.until('it is gone', ({ exit }) => exit)).exit!;
    assert.equal(crashed.code, 1);
    assert.match(crashed.stderr, /on purpose/);
    await panel.post('restart');
    await panel.must({ type: 'prompt', message: '/leave' });
    const left = (await panel.until('it is gone', ({ exit }) => exit)).exit!;
    assert.deepEqual([left.code, left.reason], [0, 'The agent ended by itself.']);
    await writeFile(path.join(panel.folder, 'extension.ts'), 'export default function () {}');
    await panel.post('restart');
    assert.equal(panel.view.exit, null);
  });

  test('R-20: an extension that does not load keeps pi from starting, and there is a way without it', async () => {
    const panel = lab();
    const found = path.join(panel.folder, 'agent', 'extensions', 'broken.ts');
    await mkdir(path.dirname(found));
    for (const file of [found, path.join(panel.folder, 'extension.ts')])
      await writeFile(file, 'this is no TypeScript {');
    await panel.post('restart');
    const { exit } = await panel.until('it is gone', (view) => view.exit);
    assert.match(exit!.reason, /before it was ready/);
    assert.match(exit!.stderr, /extension\.ts|broken\.ts/);
    await panel.post('restart', { withoutExtensions: true });
    assert.deepEqual([panel.view.exit, panel.view.ready], [null, true]);
    await rm(found);
  });

  test('R-21: a pi without any model says so, and refuses a prompt in words', async () => {
    const panel = lab();
    await writeFile(path.join(panel.folder, 'extension.ts'), 'export default function () {}');
    await panel.post('restart', { demo: false });
    assert.deepEqual([panel.view.exit, panel.view.model], [null, null]);
    const answer = await panel.command({ type: 'prompt', message: 'hello' });
    assert.equal(answer.body.success, false);
    assert.match(wordsOf(answer), /[Nn]o (API key|model)/);
    assert.deepEqual(panel.view.entries, []);
    await panel.post('restart', { demo: true });
    assert.equal(panel.view.model?.provider, 'demo');
  });
});

onEveryPi({ piOptions: ['--no-session'] }, (_pi, lab) => {
  test('R-19: without a session file what has no answer comes back when pi was killed, and what has one does not', async () => {
    const panel = lab();
    panel.model.queue([{ steps: [{ text: 'Heard.' }] }]);
    await panel.must({ type: 'prompt', message: 'first' });
    await panel.until('it is answered', ({ entries }) => entries.length === 2);
    await panel.idle();
    await panel.hangingAnswer();
    await panel.killPi();
    await panel.until('it is gone', ({ exit }) => exit);
    await panel.post('restart');
    assert.deepEqual(returnedTexts(panel.view), ['go']);
  });
});

async function projectCommands(panel: Lab): Promise<string[]> {
  const { commands } = await panel.must<{ commands: SlashCommand[] }>({ type: 'get_commands' });
  return commands.flatMap(({ name, sourceInfo }) => (sourceInfo?.scope === 'project' ? [name] : [])).sort();
}
