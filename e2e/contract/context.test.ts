// The list of the region Context, on real pi: it has the size of the real request, and leaving a message out changes the next
// request by exactly that message.
import assert from 'node:assert/strict';
import type { ContextAct, ContextKind, ContextPicture, ContextRow } from '../../shared/context.ts';
import { imagesIn, textOf, type ChatMessage, type ChatRequest } from '../../server/demo/chat.ts';
import { calls, ONE_PIXEL_PNG, says } from '../panel/scripted.ts';
import type { Lab } from './lab.ts';
import { onEveryPi } from './every-pi.ts';
import { rowsOf, runsOf } from './summaries.ts';

const AGENTS = `# Rules\n\n${'Use two spaces, and say why in a comment.\n'.repeat(40)}`;
const NUMBERS = Array.from({ length: 400 }, (_, n) => `line ${n}`).join('\n');
const FILES = { 'AGENTS.md': AGENTS, 'numbers.txt': NUMBERS };

const pictureIn = (panel: Lab): Promise<ContextPicture> => panel.command({ type: 'panel_context' });
const edit = (panel: Lab, entryId: string, act: ContextAct): Promise<unknown> =>
  panel.command({ type: 'panel_edit_context', entryId, act });

/** A conversation with an image, a command with a long output, and an answer. */
async function converse(panel: Lab): Promise<void> {
  panel.model.queue([calls('bash', { command: 'cat numbers.txt' }), says('These are numbers. '.repeat(50))]);
  const image = { type: 'image' as const, data: ONE_PIXEL_PNG, mimeType: 'image/png' };
  await panel.command({ type: 'prompt', message: 'Read it. '.repeat(60), images: [image] });
  await panel.settled(3);
}

/** The next request, without the prompt that led to it. */
async function nextRequest(panel: Lab): Promise<ChatRequest> {
  await panel.converse('And now?', 'Done.');
  const { messages, ...request } = panel.model.requests.at(-1)!;
  assert.equal(textOf(messages.at(-1)!), 'And now?');
  return { ...request, messages: messages.slice(0, -1) };
}

/** The tokens of a request as the scripted model counts them. */
function countOf({ messages, tools = [] }: ChatRequest) {
  const isSystem = ({ role }: ChatMessage): boolean => role === 'system' || role === 'developer';
  const characters = (of: readonly ChatMessage[]): number =>
    of.map((message) => textOf(message) + (message.tool_calls ?? []).map(callText).join('')).join('').length;
  return {
    system: characters(messages.filter(isSystem)) / 4,
    tools: JSON.stringify(tools).length / 4,
    messages: characters(messages.filter((message) => !isSystem(message))) / 4,
    images: messages.reduce((sum, message) => sum + imagesIn(message), 0) * 1200,
  };
}

const callText = ({
  function: { name, arguments: args },
}: {
  function: { name: string; arguments: string };
}) => name + args;

function sumsIn({ rows }: ContextPicture) {
  const sum = (isOne: (row: ContextRow) => boolean): number =>
    rows.filter(isOne).reduce((all, { tokens }) => all + tokens, 0);
  const images = sum(({ kind }) => kind === 'image');
  const isOf = (kind: ContextKind) => (row: ContextRow) => row.kind === kind;
  const system = sum(isOf('system'));
  const tools = sum(isOf('tools'));
  return { system, tools, images, messages: sum(({ parent }) => !parent) - system - tools - images };
}

function assertWithin(sums: ReturnType<typeof sumsIn>, counts: ReturnType<typeof countOf>): void {
  for (const [part, count] of Object.entries(counts)) {
    const listed = sums[part as keyof typeof sums];
    assert.ok(Math.abs(listed - count) <= count * 0.05, `${part}: ${listed} listed, ${count} received`);
  }
}

const rowOf = ({ rows }: ContextPicture, kind: ContextKind): ContextRow =>
  rows.find((row) => row.kind === kind)!;

onEveryPi({ files: FILES, versions: ['0.87.1'] }, ({ test, pi }) => {
  test('the list is within 5 % of what the provider receives, for each of its parts', async (panel) => {
    await converse(panel);
    const picture = await pictureIn(panel);
    const request = await nextRequest(panel);
    assertWithin(sumsIn(picture), countOf(request));
    assert.equal(picture.rows.filter(({ kind }) => kind === 'tool').length, request.tools?.length);
    const file = picture.rows.find(({ kind, text }) => kind === 'file' && text.endsWith('AGENTS.md'))!;
    assert.ok(Math.abs(file.tokens - AGENTS.length / 4) <= AGENTS.length / 80, String(file.tokens));
  });

  test('before the first request, system prompt and tools are listed as that request has them', async (panel) => {
    const picture = await pictureIn(panel);
    await panel.converse('Hello', 'Hi.');
    const { messages, ...request } = panel.model.requests.at(-1)!;
    assertWithin(sumsIn(picture), { ...countOf({ ...request, messages: messages.slice(0, -1) }) });
    assert.equal(picture.counted, null);
  });

  test('an omitted message is missing in the next request, which is otherwise the same, and a restored one is back', async (panel) => {
    await converse(panel);
    const whole = await nextRequest(panel);
    const user = rowOf(await pictureIn(panel), 'user');
    await edit(panel, user.id, 'omit');
    await panel.until('it is marked', ({ entries }) => entries[0]?.edit === 'omitted');
    const omitted = rowOf(await pictureIn(panel), 'user');
    assert.deepEqual(
      [omitted.edit, omitted.tokens, omitted.change, omitted.before],
      ['omitted', 0, 'removed', user.tokens],
    );
    const without = await nextRequest(panel);
    const [system, , ...rest] = whole.messages;
    assert.deepEqual(without.messages.slice(0, whole.messages.length - 1), [system, ...rest]);
    assert.deepEqual(without.tools, whole.tools);
    await edit(panel, user.id, 'restore');
    await panel.until('it is no longer marked', ({ entries }) => entries[0]?.edit === undefined);
    const restored = await nextRequest(panel);
    assert.deepEqual(restored.messages.slice(0, whole.messages.length), whole.messages);
    assert.equal((await panel.restart()).status, 200);
    const { entries } = await panel.until('pi is back', ({ ready, exit }) => ready && !exit);
    assert.deepEqual(entries.map(({ edit: mark }) => mark).filter(Boolean), []);
  });

  test('a result is left out by a note in its place, and shortened to its ends, and nothing else changes', async (panel) => {
    await converse(panel);
    const whole = await nextRequest(panel);
    const at = whole.messages.findIndex(({ role }) => role === 'tool');
    const { id, tokens } = rowOf(await pictureIn(panel), 'result');
    for (const [act, expected] of [
      ['omit', /^\[The user left this result out\.\]$/],
      ['shorten', /^line 0\n[^]*\[The user left out \d+ characters here\.\][^]*line 399$/],
    ] as const) {
      await edit(panel, id, act);
      const { messages } = await nextRequest(panel);
      assert.match(textOf(messages[at]!), expected);
      const others = (all: readonly ChatMessage[]): ChatMessage[] =>
        all.slice(0, whole.messages.length).filter((_, one) => one !== at);
      assert.deepEqual(others(messages), others(whole.messages));
      const row = rowOf(await pictureIn(panel), 'result');
      assert.equal(row.edit, act === 'omit' ? 'omitted' : 'shortened');
      assert.ok(row.tokens < tokens / 2, `${row.tokens} of ${tokens}`);
    }
    await edit(panel, id, 'restore');
    assert.deepEqual((await nextRequest(panel)).messages.slice(0, whole.messages.length), whole.messages);
    await panel.until('it is not marked', (view) => runsOf(view)[0]?.edit === undefined);
  });

  test('calls are left out with their results, and come back with them', async (panel) => {
    await converse(panel);
    const whole = await nextRequest(panel);
    const call = rowOf(await pictureIn(panel), 'call');
    assert.equal(call.results, 1);
    await edit(panel, call.id, 'omit');
    const { messages } = await nextRequest(panel);
    assert.deepEqual(
      messages.filter(({ role, tool_calls }) => role === 'tool' || tool_calls),
      [],
    );
    await edit(panel, call.id, 'restore');
    assert.deepEqual((await nextRequest(panel)).messages.slice(0, whole.messages.length), whole.messages);
  });

  test('while pi answers, an edit waits for the end of the turn', async (panel) => {
    await converse(panel);
    const { id } = rowOf(await pictureIn(panel), 'user');
    await panel.hangingAnswer();
    await edit(panel, id, 'omit');
    assert.equal(rowOf(await pictureIn(panel), 'user').pending, 'omit');
    assert.equal((await panel.stop()).status, 200);
    await panel.idle();
    await panel.until('it is marked', ({ entries }) => entries[0]?.edit === 'omitted');
    assert.equal(rowOf(await pictureIn(panel), 'user').pending, undefined);
  });

  test('a message that is not there is refused with a reason', async (panel) => {
    const { status, body } = await panel.tryCommand({
      type: 'panel_edit_context',
      entryId: 'x',
      act: 'omit',
    });
    assert.equal(status, 502);
    assert.match(JSON.stringify(body.error), /no longer in the conversation/);
    assert.deepEqual(rowsOf(panel.view), []);
    assert.ok(pi.version);
  });
});

onEveryPi({ files: FILES, versions: ['0.79.9'] }, ({ test, pi }) => {
  test('every pi lists what the model sees, and one before 0.87 says that it cannot change it', async (panel) => {
    await converse(panel);
    const picture = await pictureIn(panel);
    assertWithin(sumsIn(picture), countOf(await nextRequest(panel)));
    const { id } = rowOf(picture, 'user');
    const isOld = pi.version.startsWith('0.7');
    assert.equal(picture.canEdit, !isOld);
    if (!isOld) return;
    const { status, body } = await panel.tryCommand({ type: 'panel_edit_context', entryId: id, act: 'omit' });
    assert.equal(status, 502);
    assert.match(JSON.stringify(body.error), /takes pi 0\.87 or newer/);
  });
});
