import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { ProjectTrustContext } from '@earendil-works/pi-coding-agent';
import { provideTrustQuestions } from './startup-questions.ts';

interface Sent {
  id: string;
  method: string;
  title?: string;
}

function start(): { ctx: ProjectTrustContext; stdin: PassThrough; sent: Sent[] } {
  const sent: Sent[] = [];
  const stdin = new PassThrough();
  const ctx = { cwd: '/', mode: 'rpc', hasUI: false, ui: {} } as ProjectTrustContext;
  provideTrustQuestions(ctx, stdin as never, (line) => sent.push(JSON.parse(line) as Sent));
  return { ctx, stdin, sent };
}

const questions = (sent: readonly Sent[]): Sent[] => sent.filter(({ method }) => method !== 'setStatus');
const response = (id: string, answer: object): string =>
  `${JSON.stringify({ type: 'extension_ui_response', id, ...answer })}\n`;

async function everythingIn(stdin: PassThrough): Promise<string> {
  let text = '';
  stdin.on('data', (chunk: Buffer) => (text += chunk.toString()));
  stdin.end();
  await new Promise((resolve) => stdin.on('end', resolve));
  return text;
}

test('an extension gets the answer, and pi gets all other input in its order', async () => {
  const { ctx, stdin, sent } = start();
  stdin.write('{"type":"get_state"}\n{"type":"get_com');
  const choice = ctx.ui.select('Trust?', ['Yes', 'No']);
  await new Promise(setImmediate);
  const [asked] = questions(sent);
  stdin.write(`mands"}\nnot json\n${response(asked!.id, { value: 'Yes' })}{"type":"prompt"`);
  assert.equal(await choice, 'Yes');
  stdin.write('}\n');
  assert.equal(
    await everythingIn(stdin),
    '{"type":"get_state"}\n{"type":"get_commands"}\nnot json\n{"type":"prompt"}\n',
  );
});

test('questions wait for each other; a cancelled one and the end of the input have no answer', async () => {
  const { ctx, stdin, sent } = start();
  const all = [ctx.ui.input('Note?'), ctx.ui.confirm('Sure?', ''), ctx.ui.select('Which?', ['a'])];
  for (const [nth, answer] of [{ cancelled: true }, { confirmed: true }].entries()) {
    await new Promise(setImmediate);
    assert.equal(questions(sent).length, nth + 1);
    stdin.write(response(questions(sent)[nth]!.id, answer));
    await all[nth];
  }
  stdin.end();
  assert.deepEqual(await Promise.all(all), [undefined, true, undefined]);
});

test('pi’s own question has no answer, since the panel asks it itself', async () => {
  const { ctx, sent } = start();
  assert.equal(ctx.hasUI, true);
  assert.equal(await ctx.ui.select('Trust project folder?\n/', ['Yes']), undefined);
  assert.deepEqual(sent, []);
});
