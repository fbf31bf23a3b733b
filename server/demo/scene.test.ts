import assert from 'node:assert/strict';
import test from 'node:test';
import type { ChatMessage } from './chat.ts';
import { readScene } from './scene.ts';

const user = (content: ChatMessage['content']): ChatMessage => ({ role: 'user', content });
const answer = (content: string): ChatMessage => ({ role: 'assistant', content });
const ran = (id: string, tool: string, output: string): ChatMessage[] => [
  { role: 'assistant', content: '', tool_calls: [{ id, function: { name: tool, arguments: '{}' } }] },
  { role: 'tool', tool_call_id: id, content: output },
];
const read = (messages: ChatMessage[], promptsInRun?: number) =>
  readScene(messages, { promptsInRun, isNewTopic: (text) => text.includes('over') });

test('a first prompt is the topic and has no answers yet', () => {
  assert.deepEqual(read([{ role: 'system', content: 'Be kind.' }, user('hello')], 1), {
    topic: 'hello',
    came: 'prompt',
    images: 0,
    remarks: [],
    answers: 0,
    runs: [],
  });
});

test('tool results are matched to their calls by id, in the order of the results', () => {
  const { runs, answers } = read([
    user('go'),
    {
      role: 'assistant',
      tool_calls: [
        { id: 'a', function: { name: 'bash', arguments: '{"command":"ls"}' } },
        { id: 'b', function: { name: 'read', arguments: '{"path":"x.ts"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: 'text of x' }] },
    { role: 'tool', tool_call_id: 'a', content: 'x.ts' },
  ]);
  assert.equal(answers, 1);
  assert.deepEqual(runs, [
    { tool: 'read', args: { path: 'x.ts' }, output: 'text of x' },
    { tool: 'bash', args: { command: 'ls' }, output: 'x.ts' },
  ]);
});

test('a steered message is a remark for the next answer only, and the topic stays', () => {
  const steered = [user('go'), ...ran('a', 'bash', 'ok'), user('use tabs')];
  assert.deepEqual(read(steered, 2).remarks, ['use tabs']);
  assert.equal(read(steered, 2).topic, 'go');

  const answered = read([...steered, ...ran('b', 'read', 'ok')], 2);
  assert.deepEqual(answered.remarks, []);
  assert.equal(answered.topic, 'go');
  assert.equal(answered.runs.length, 2);
});

test('a steered message that starts a new topic becomes the topic', () => {
  const scene = read([user('go'), ...ran('a', 'bash', 'ok'), user('also'), user('start over')], 3);
  assert.equal(scene.topic, 'start over');
  assert.equal(scene.came, 'steered');
  assert.deepEqual(scene.remarks, ['also']);
  assert.deepEqual(scene.runs, []);
});

test('a message after a finished answer of the same run is a follow-up', () => {
  const scene = read([user('go'), answer('done'), user('and now?')], 2);
  assert.equal(scene.came, 'followed');
  assert.equal(scene.topic, 'and now?');
});

test('the same message is a new prompt when the run has only one', () => {
  const scene = read([user('go'), answer('done'), user('and now?')], 1);
  assert.equal(scene.came, 'prompt');
  assert.equal(scene.topic, 'and now?');
});

test('a prompt after an aborted tool is a prompt, although it follows a tool result', () => {
  const messages = [user('go'), ...ran('a', 'bash', 'Command aborted'), user('something else')];
  assert.equal(read(messages, 1).came, 'prompt');
  assert.equal(read(messages, 1).topic, 'something else');
  assert.equal(read(messages).topic, 'go', 'without the count it can only be guessed');
});

test('messages from the queue of an aborted run are remarks on the prompt before them', () => {
  const scene = read([user('old'), answer('done'), user('new'), user('waited')], 2);
  assert.equal(scene.topic, 'new');
  assert.deepEqual(scene.remarks, ['waited']);
});

test('summaries, the user’s bash runs, and images from tools are not prompts', () => {
  const scene = read(
    [
      user(
        'The conversation history before this point was compacted into the following summary:\n\n<summary>\n</summary>',
      ),
      user('Ran `ls`\n```\na\n```'),
      user('look at this'),
      ...ran('a', 'read', '[image]'),
      user([{ type: 'text', text: 'Attached image(s) from tool result:' }, { type: 'image_url' }]),
    ],
    1,
  );
  assert.equal(scene.topic, 'look at this');
  assert.deepEqual(scene.remarks, []);
});

test('images of the topic are counted', () => {
  assert.equal(
    read([user([{ type: 'text', text: 'see' }, { type: 'image_url' }, { type: 'image_url' }])], 1).images,
    2,
  );
});

test('a run whose prompt was compacted away has no topic', () => {
  const messages = [
    user('The conversation history before this point was compacted…<summary>'),
    ...ran('a', 'bash', ''),
  ];
  assert.equal(read(messages, 1).topic, undefined);
});
