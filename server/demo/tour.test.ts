import assert from 'node:assert/strict';
import test from 'node:test';
import type { Speech } from './answer.ts';
import type { ChatMessage } from './chat.ts';
import { sampleFiles, sampleFix } from './sample-files.ts';
import { en } from './texts/en.ts';
import { ja } from './texts/ja.ts';
import { zh } from './texts/zh.ts';
import { tour, type TourOptions } from './tour.ts';

let calls = 0;

const user = (content: string): ChatMessage => ({ role: 'user', content });

/** Does what pi would do with an answer: keeps it, runs its tools, and adds their results. */
function heard(speech: Speech, run: (tool: string, args: Record<string, unknown>) => string): ChatMessage[] {
  const asked = speech.steps.flatMap((step) =>
    'tool' in step
      ? [{ id: `call_${(calls += 1)}`, tool: step.tool, args: step.args as Record<string, unknown> }]
      : [],
  );
  const tool_calls = asked.map(({ id, tool, args }) => ({
    id,
    function: { name: tool, arguments: JSON.stringify(args) },
  }));
  return [
    { role: 'assistant', content: spoken(speech), ...(asked.length > 0 && { tool_calls }) },
    ...asked.map(({ id, tool, args }) => ({ role: 'tool', tool_call_id: id, content: run(tool, args) })),
  ];
}

function spoken(speech: Speech): string {
  return speech.steps.map((step) => ('text' in step ? step.text : '')).join('');
}

function toolOf(speech: Speech): string | undefined {
  return speech.steps.flatMap((step) => ('tool' in step ? [step.tool] : [])).at(0);
}

/** Plays to the end of the run and returns the answers. Limits the number of turns. */
function playOut(messages: ChatMessage[], run: Parameters<typeof heard>[1], options?: TourOptions): Speech[] {
  const speeches: Speech[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const speech = tour(messages, options);
    speeches.push(speech);
    messages.push(...heard(speech, run));
    if (!toolOf(speech)) return speeches;
  }
  assert.fail('the tour does not end');
}

/** A workspace in memory with pi's tools, whose results are worded like pi's (0.87.1). */
function workspace(files: Record<string, string>) {
  return (tool: string, args: Record<string, unknown>): string => {
    const path = String(args.path);
    if (tool === 'bash') {
      const isFixed = files['src/duration.js']?.includes(sampleFix.newText);
      const tests = isFixed ? 'fail 0' : 'fail 1\na test fails';
      return 'package.json' in files ? `sample project: tea-timer\n${tests}` : '(no output)';
    }
    if (tool === 'write') {
      files[path] = String(args.content);
      return `Successfully wrote to ${path}`;
    }
    const content = files[path];
    if (content === undefined) return `ENOENT: no such file or directory, access '${path}'`;
    if (tool === 'read') return content;
    for (const { oldText, newText } of args.edits as { oldText: string; newText: string }[]) {
      if (content.split(oldText).length !== 2) return `Could not find the exact text in ${path}.`;
      files[path] = content.replace(oldText, () => newText);
    }
    return `Successfully replaced 1 block(s) in ${path}.`;
  };
}

test('in the sample project the tour looks around, reads, fixes, tests, and suggests what to try next', () => {
  const files = { ...sampleFiles(en) };
  const speeches = playOut([user('hello')], workspace(files));
  assert.deepEqual(speeches.map(toolOf), ['bash', 'read', 'edit', 'bash', undefined]);
  assert.ok(files[sampleFix.path]?.includes(sampleFix.newText));
  assert.match(spoken(speeches.at(-1) as Speech), /all tests pass[^]*What to try next/);
});

test('its Markdown has headings, a list, a table, and a code block, and its thoughts come first', () => {
  const speeches = playOut([user('hello')], workspace({ ...sampleFiles(en) }));
  const text = speeches.map(spoken).join('\n');
  for (const mark of [/^# /m, /^## /m, /^- /m, /^1\. /m, /^\| --- \|/m, /^```js$/m]) assert.match(text, mark);
  const kinds = speeches[0]?.steps.map((step) => Object.keys(step)[0]);
  assert.deepEqual(kinds, ['delay', 'think', 'text', 'tool']);
});

test('a second tour of the fixed sample project still ends with an edit that applies', () => {
  const files = { ...sampleFiles(en) };
  const run = workspace(files);
  playOut([user('hello')], run);
  const again = playOut([user('hello')], run);
  assert.deepEqual(again.map(toolOf), ['bash', 'read', 'write', 'read', 'edit', undefined]);
  assert.match(files['pi-panel-tour.md'] ?? '', /\[x\] See an edit/);
});

test('in any other workspace it changes only its own note, however often it runs', () => {
  const files: Record<string, string> = { 'src/duration.js': 'somebody else wrote this' };
  const run = workspace(files);
  for (const _round of [1, 2]) {
    const speeches = playOut([user('hello')], run);
    assert.deepEqual(speeches.map(toolOf), ['bash', 'write', 'read', 'edit', undefined]);
    assert.deepEqual(Object.keys(files), ['src/duration.js', 'pi-panel-tour.md']);
    assert.equal(files['src/duration.js'], 'somebody else wrote this');
  }
});

test('when all tools fail, the tour ends without claiming success', () => {
  const speeches = playOut([user('hello')], () => 'permission denied');
  assert.equal(toolOf(speeches.at(-1) as Speech), undefined);
  assert.doesNotMatch(spoken(speeches.at(-1) as Speech), /^Done/);
});

test('without the tools that it needs, the tour only talks', () => {
  const speech = tour([user('hello')], { tools: ['read'] });
  assert.equal(toolOf(speech), undefined);
  assert.match(spoken(speech), /without the tools/);
});

test('the next answer quotes a steered remark and continues the tour', () => {
  const run = workspace({ ...sampleFiles(en) });
  const messages = [user('hello')];
  messages.push(...heard(tour(messages), run), user('please use two digits\nand more'));
  const speech = tour(messages, { promptsInRun: 2 });
  assert.match(spoken(speech), /^> please use two digits\n\nUnderstood/);
  assert.equal(toolOf(speech), 'read');

  const rest = playOut(messages, run, { promptsInRun: 2 });
  assert.deepEqual(rest.map(toolOf), ['read', 'edit', 'bash', undefined]);
  assert.equal(rest.map(spoken).join('').split('two digits\n').length, 2, 'it is acknowledged once');
});

test('a steered word changes the course of the run', () => {
  const messages = [user('hello')];
  messages.push(...heard(tour(messages), workspace({ ...sampleFiles(en) })), user('now fail, please'));
  const speech = tour(messages, { promptsInRun: 2 });
  assert.match(spoken(speech), /^> now fail, please\n\nChanging course, then/);
  assert.match(JSON.stringify(speech.steps), /exit 3/);
  messages.push(...heard(speech, () => 'Command exited with code 3'));
  assert.match(spoken(tour(messages, { promptsInRun: 2 })), /^## What went wrong[^]*exit code 3/);
});

test('a follow-up gets a short separate answer, the next prompt the tour again', () => {
  const messages: ChatMessage[] = [user('hello'), { role: 'assistant', content: 'Done.' }, user('thank you')];
  const reply = tour(messages, { promptsInRun: 2 });
  assert.match(spoken(reply), /“thank you”/);
  assert.equal(toolOf(reply), undefined);
  assert.equal(toolOf(tour(messages, { promptsInRun: 1 })), 'bash');
});

test('a run whose prompt is no longer in the conversation ends instead of starting over', () => {
  const summary = 'The conversation history before this point was compacted into…\n\n<summary>';
  assert.equal(toolOf(tour([user(summary)], { promptsInRun: 1 })), undefined);
});

test('the word ask goes through the questions of the extension and returns their answers', () => {
  const answers = ['oolong', 'no', 'Ada'];
  const messages = [user('ask me something')];
  const speeches = playOut(messages, () => answers.shift() ?? '');
  assert.deepEqual(speeches.map(toolOf), ['demo_ask', 'demo_ask', 'demo_ask', undefined]);
  assert.match(spoken(speeches.at(-1) as Speech), /oolong[^]*no[^]*Ada/);
});

test('the word error fails twice before it is answered', () => {
  assert.deepEqual(
    tour([user('error')]).failures?.map(({ status }) => status),
    [529, 529],
  );
});

test('the word long gives about ten thousand tokens, the word slow a pace for reading along', () => {
  const tokens = spoken(tour([user('a long answer')])).length / 4;
  assert.ok(tokens > 9_500 && tokens < 11_500, `${tokens} tokens`);
  const slow = tour([user('slow')]).steps.flatMap((step) => ('text' in step ? [step] : []))[0];
  assert.equal(((slow?.chunk ?? 0) * 1000) / (slow?.every ?? 0), 40, 'characters a second');
});

test('only whole words near the beginning of the prompt count', () => {
  assert.equal(
    tour([user('a longer task, failure and slowness')]).steps.length,
    tour([user('hello')]).steps.length,
  );
  assert.equal(toolOf(tour([user(`${'x '.repeat(150)} ask`)])), 'bash');
});

test('without a pace its commands do not wait', () => {
  const command = (speech: Speech) => JSON.stringify(speech.steps.filter((step) => 'tool' in step));
  assert.match(command(tour([user('hello')])), /sleep/);
  assert.doesNotMatch(command(tour([user('hello')], { pace: 0 })), /sleep/);
  assert.doesNotMatch(command(tour([user('fail')], { pace: 0 })), /sleep/);
});

test('the tour speaks the language of the prompt, and that of the system where the prompt has none', () => {
  const first = (prompt: string, options?: TourOptions) => spoken(tour([user(prompt)], options));
  assert.ok(first('你好').startsWith(zh.opening));
  assert.ok(first('こんにちは').startsWith(ja.opening));
  assert.ok(first('hello', { texts: ja }).startsWith(ja.opening));
  assert.ok(first('紹介', { texts: ja }).startsWith(ja.opening), 'Han characters alone');
  assert.ok(first('hello').startsWith(en.opening));
});

test('each plot has a word in each language', () => {
  assert.equal(spoken(tour([user('請缓慢一点，缓慢')])), zh.slow);
  assert.equal(spoken(tour([user('ゆっくり')])), ja.slow);
  for (const texts of [zh, ja]) {
    for (const word of Object.values(texts.words)) {
      assert.match(texts.nextWords, new RegExp(`\`${word}\``));
      assert.equal(spoken(tour([user(word)])), spoken(tour([user(word)], { texts })), word);
    }
    assert.equal(toolOf(tour([user(texts.words.ask)], { tools: ['demo_ask'] })), 'demo_ask');
  }
});

for (const [name, texts] of Object.entries({ zh, ja }))
  test(`in ${name} the tour finds the bug of the sample project and repairs it`, () => {
    const files = { ...sampleFiles(texts) };
    const speeches = playOut([user(texts.words.tour)], workspace(files));
    assert.ok(files[sampleFix.path]!.includes(sampleFix.newText));
    assert.ok(spoken(speeches.at(-1)!).startsWith(texts.fixed(sampleFix.path)));
  });
