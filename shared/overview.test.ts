import assert from 'node:assert/strict';
import { test } from 'node:test';
import { childrenOf, summarizeAgent } from './overview.ts';
import type { AssistantMessage } from './pi/messages.ts';
import type { Entry, ToolRun } from './view/conversation.ts';
import type { LiveChild } from './view/live-child.ts';
import { emptyView, type View } from './view/view.ts';

const idle: View = { ...emptyView('/home/me/project'), ready: true };

function answer(text: string, more: Partial<AssistantMessage> = {}): Entry {
  const message = {
    role: 'assistant',
    content: [{ type: 'text', text }],
    stopReason: 'stop',
    timestamp: 1,
  } as const;
  return { key: 'a', message: { ...message, ...more } as AssistantMessage };
}

const running: ToolRun = {
  id: 't',
  name: 'bash',
  args: { command: 'npm test\nnpm run lint' },
  state: 'running',
  output: { bytes: 0, tail: '' },
};
const dialog = {
  type: 'extension_ui_request',
  id: 'd',
  method: 'confirm',
  title: 'Delete it?',
  message: '',
  openedAt: 0,
} as const;

test('a question comes before everything else, and a dead agent before a busy one', () => {
  const busy: View = { ...idle, run: { startedAt: 1 }, toolRuns: { t: running } };
  assert.deepEqual(summarizeAgent({ ...busy, dialogs: [dialog] }, 0), {
    state: 'needs_you',
    line: 'Delete it?',
  });
  const exit = { code: 1, signal: null, reason: 'The agent ended.', stderr: '' };
  assert.deepEqual(summarizeAgent({ ...busy, exit }, 0), { state: 'failed', line: 'The agent ended.' });
  const orderly = { ...exit, code: 0 };
  assert.deepEqual(
    [0, 1].map((unread) => summarizeAgent({ ...busy, exit: orderly }, unread).state),
    ['idle', 'finished'],
    'pi ended because it was asked to',
  );
  assert.deepEqual(summarizeAgent(busy, 0), { state: 'working', line: 'bash: npm test' });
});

test('an agent whose extension waits for keys needs the user, and the line is the first of its screen with words', () => {
  const drawn = {
    id: 's',
    kind: 'screen',
    by: 'question.ts',
    lines: ['╭────╮', '│ \x1b[1mWhich way?\x1b[0m    │'],
    screen: { columns: 80, rows: 24, isWaiting: true },
  } as const;
  const view: View = { ...idle, run: { startedAt: 1 }, drawn: [{ ...drawn, lines: [...drawn.lines] }] };
  assert.deepEqual(summarizeAgent(view, 0), { state: 'needs_you', line: 'question.ts: Which way?' });
});

test('the line of an agent at work says what it does', () => {
  const run = { startedAt: 1 };
  const lines: [Partial<View>, string][] = [
    [{ ready: false }, 'Starting'],
    [{ run }, 'Thinking'],
    [{ run, live: { key: 'l', timestamp: 1, blocks: [null, { type: 'text', text: 'x' }] } }, 'Answering'],
    [{ compaction: { reason: 'manual', startedAt: 1 } }, 'Compacting the conversation'],
    [
      { retry: { attempt: 1, maxAttempts: 3, errorMessage: '529', until: 1, waiting: true } },
      'Retrying: 529',
    ],
  ];
  for (const [more, line] of lines)
    assert.deepEqual(summarizeAgent({ ...idle, ...more }, 0), { state: 'working', line });
});

test('an agent that ended with an error has failed, and one whose answer nobody has seen is finished', () => {
  const failed = answer('', { stopReason: 'error', errorMessage: '401: no key' });
  assert.deepEqual(summarizeAgent({ ...idle, entries: [failed] }, 1), {
    state: 'failed',
    line: '401: no key',
  });
  const view = { ...idle, entries: [failed, answer('Done.\nIn detail ...')] };
  assert.deepEqual(summarizeAgent(view, 1), { state: 'finished', line: 'Done.' });
  assert.deepEqual(summarizeAgent(view, 0), { state: 'idle', line: 'Done.' });
  assert.equal(
    summarizeAgent({ ...idle, entries: [answer('## What went wrong')] }, 0).line,
    'What went wrong',
  );
  assert.deepEqual(summarizeAgent(idle, 0), { state: 'idle', line: '' });
});

test('the last words are the first line with words, without the marks of Markdown', () => {
  const lines: [string, string][] = [
    ['**Done**: see `a_b*c`.\n\nMore', 'Done: see a_b*c.'],
    ['```ts\nconst a = 1;\n```', 'const a = 1;'],
    ['---\n\n### Summary', 'Summary'],
    ['🎉', '🎉'],
  ];
  for (const [text, line] of lines)
    assert.equal(summarizeAgent({ ...idle, entries: [answer(text)] }, 0).line, line);
});

test('an untrusted project needs the user until the conversation has begun', () => {
  const untrusted = ['.pi/extensions/x.ts'];
  assert.equal(summarizeAgent({ ...idle, untrusted }, 0).state, 'needs_you');
  assert.equal(summarizeAgent({ ...idle, untrusted, entries: [answer('Hi')] }, 0).state, 'idle');
});

test('S-56: a line is short and has no control characters', () => {
  const { line } = summarizeAgent(
    { ...idle, entries: [answer(`\n  \u001b[31mred\u0007 ${'x'.repeat(10_000)}`)] },
    0,
  );
  assert.match(line, /^\[31mred x+…$/);
  assert.equal(line.length, 160);
});

const child: LiveChild = {
  ...{
    id: 'a',
    group: 'g',
    name: 'scout',
    task: 'Look',
    model: '',
    state: 'running',
    turns: 0,
    tokens: null,
  },
  ...{ cost: 0, last: '**Found**\nmore', failure: '', acts: [] },
};

test('children are those that work and those that were started with them, each once', () => {
  const toolRuns = {
    c: {
      ...{ id: 'c', name: 'Agent', args: {}, state: 'running' as const, output: { bytes: 0, tail: '' } },
      details: {
        subagentType: 'Explore',
        toolUses: 0,
        status: 'running',
        description: 'Read',
        activity: 'ls',
      },
    },
  };
  const live = [
    child,
    { ...child, id: 'b', state: 'ok' as const },
    { ...child, id: 'c', group: 'h', state: 'ok' as const },
  ];
  const inShort = (children: LiveChild[]): string[] =>
    childrenOf({ entries: [], toolRuns, children }).map(({ name, task, state, line }) =>
      [name, task, state, line].join(' | '),
    );
  const told = 'Explore | Read | running | ls';
  assert.deepEqual(inShort(live), ['scout | Look | running | Found', 'scout | Look | ok | Found', told]);
  const { group: _, ...alone } = child;
  assert.deepEqual(inShort([{ ...alone, name: 'Explore', task: 'Read', last: 'ls' }]), [told]);
});

test('children that were started since the last message of the user stay, also when they have ended or failed', () => {
  const prompt: Entry = { key: 'u', message: { role: 'user', content: 'Go', timestamp: 1 } };
  const call = (id: string): Entry => ({
    key: id,
    message: {
      ...{ role: 'assistant', stopReason: 'toolUse', timestamp: 1 },
      content: [{ type: 'toolCall', id, name: 'Agent', arguments: {} }],
    },
  });
  const run = (id: string, agentId: string, status = 'background') => ({
    ...{ id, name: 'Agent', args: {}, state: 'ok' as const, output: { bytes: 0, tail: '' } },
    details: { subagentType: 'Explore', toolUses: 0, status, description: agentId, agentId },
  });
  const { group: _, ...alone } = child;
  const of = (id: string, state: LiveChild['state'], failure = ''): LiveChild => ({
    ...alone,
    id,
    state,
    failure,
  });
  const inShort = (entries: Entry[]): string[] =>
    childrenOf({
      entries,
      toolRuns: { old: run('old', 'x'), c1: run('c1', 'a'), c2: run('c2', 'b'), c3: run('c3', 'gone') },
      children: [of('x', 'ok'), of('a', 'failed', 'No model'), of('b', 'ok'), of('c', 'running')],
    }).map(({ name, state, line }) => [name, state, line].join(' | '));
  const working = 'scout | running | Found';
  assert.deepEqual(inShort([prompt, call('old'), prompt, call('c1'), call('c2'), call('c3')]), [
    'scout | failed | No model',
    'scout | ok | Found',
    working,
  ]);
  assert.deepEqual(inShort([prompt, call('c1'), call('c2'), prompt]), [working]);
});

test('of too many children the oldest that have ended are left out', () => {
  const { group: _, ...alone } = child;
  const all = Array.from({ length: 30 }, (_, n): LiveChild => ({
    ...alone,
    ...{ id: String(n), group: 'g', task: String(n), state: n < 3 || n > 27 ? 'running' : 'ok' },
  }));
  const tasks = childrenOf({ entries: [], toolRuns: {}, children: all }).map(({ task }) => Number(task));
  assert.deepEqual([tasks.length, ...tasks.slice(0, 4)], [20, 0, 1, 2, 13]);
});

test('a child that waits for an answer needs the user, and so does its agent', () => {
  const children = [child, { ...child, id: 'b', question: 'Which one?' }];
  const view = { ...idle, run: { startedAt: 1 }, children };
  assert.deepEqual(summarizeAgent(view, 0), { state: 'needs_you', line: 'scout: Which one?' });
  assert.deepEqual(
    childrenOf(view).map(({ line, isAsking }) => [line, isAsking]),
    [
      ['Found', undefined],
      ['Which one?', true],
    ],
  );
});
