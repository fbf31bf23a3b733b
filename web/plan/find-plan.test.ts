import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../../shared/view/conversation.ts';
import { doneSteps, findPlan, linesOf, replyTo } from './find-plan.ts';

const answer = (text: string, key = 'a'): Entry => ({
  key,
  message: { role: 'assistant', content: [{ type: 'text', text }], stopReason: 'stop', timestamp: 1 },
});
const NO_RUNS = (): undefined => undefined;
const PLAN = '# Plan\n\n1. Read the file\n2. Change **it**\n   - with care\n\nThat is all.';
const plan = { key: 'a', text: PLAN };

test('a plan is an answer with a heading and steps, or with a task list', () => {
  for (const text of [
    PLAN,
    '## The plan for today\n- one\n- two',
    'Plan:\n1. one\n2. two',
    '**Plan**\n\n* one\n* two',
    '- [ ] one\n- [x] two',
  ])
    assert.equal(findPlan([answer(text)], NO_RUNS)?.text, text, text);
  for (const text of [
    'I plan to read.\n- one\n- two',
    '# Plan\n\nNothing to do.',
    '- [ ] one',
    '- one\n- two',
  ])
    assert.equal(findPlan([answer(text)], NO_RUNS), null, text);
});

test('the last plan counts, and a list that only ticks its steps is not another one', () => {
  const ticked = '- [x] Read the file\n- [ ] Change it';
  assert.equal(findPlan([answer(PLAN), answer(ticked, 'b')], NO_RUNS)?.key, 'a');
  assert.equal(findPlan([answer(PLAN), answer('# Plan\n- else\n- more', 'b')], NO_RUNS)?.key, 'b');
});

test('lines are headings, numbered steps at their depth, and text; code is text', () => {
  const kinds = linesOf(`${PLAN}\n\`\`\`\n- no step\n\`\`\``).map(({ kind, step, level }) =>
    [kind, step, level > 0 ? level : undefined].filter((part) => part !== undefined).join(' '),
  );
  assert.deepEqual(kinds, [
    ...['heading', 'blank', 'step 1', 'step 2', 'step 3 1', 'blank', 'text'],
    ...['text', 'text', 'text'],
  ]);
});

test('steps are ticked by later task lists with the same words, and by the marks of plan-mode', () => {
  const entries = [
    answer(PLAN),
    answer('- [x] Change it\n- [ ] Read the file', 'b'),
    answer('Done. [DONE:3]', 'c'),
  ];
  assert.deepEqual([...doneSteps(plan, entries, NO_RUNS)].sort(), [2, 3]);
  assert.deepEqual([...doneSteps({ key: 'a', text: '- [x] one\n- [ ] two' }, [], NO_RUNS)], [1]);
});

test('the reply has the comments with their lines, and the text only if it was edited', () => {
  const comments = new Map([
    [3, 'Keep the name.'],
    [2, 'Only once.'],
  ]);
  assert.equal(
    replyTo(plan, { isApproved: false, edited: '', comments }),
    'Revise the plan.\n\nMy comments:\n\n> 1. Read the file\nOnly once.\n\n> 2. Change **it**\nKeep the name.',
  );
  assert.equal(
    replyTo(plan, { isApproved: true, edited: '', comments: new Map() }),
    'The plan is approved. Go ahead.',
  );
  assert.match(
    replyTo(plan, { isApproved: true, edited: '- one', comments: new Map() }),
    /edited it:\n\n- one$/,
  );
});

test('a plan of 30 steps is read whole', () => {
  const text = `# Plan\n${Array.from({ length: 30 }, (_, n) => `${n + 1}. Step ${n + 1} of many`).join('\n')}`;
  const found = findPlan([answer(text)], NO_RUNS);
  const done = Array.from({ length: 30 }, (_, n) => answer(`[DONE:${n + 1}]`, `d${n}`));
  assert.equal(linesOf(found!.text).filter(({ step }) => step !== undefined).length, 30);
  assert.equal(doneSteps(found!, [answer(text), ...done], NO_RUNS).size, 30);
});

/** Answers that call a tool for tasks, whose results have these lists. */
function withLists(lists: readonly object[]): {
  entries: Entry[];
  runOf: (call: string) => { details?: unknown };
} {
  const entries = lists.map((_, at): Entry => ({
    key: `t${at}`,
    message: {
      ...{ role: 'assistant', stopReason: 'toolUse', timestamp: at },
      content: [{ type: 'toolCall', id: `${at}`, name: 'todo', arguments: {} }],
    },
  }));
  return { entries, runOf: (call) => ({ details: lists[Number(call)] }) };
}
const task = (subject: string, status = 'pending'): object => ({ id: 1, subject, status });

test('the list of a tool for tasks is a plan that grows and is ticked, until it is cleared', () => {
  const lists = [
    { action: 'create', tasks: [task('Read it')] },
    { action: 'create', tasks: [task('Read it'), task('Write it')] },
    { action: 'update', tasks: [task('Read it', 'completed'), task('Write it'), task('No', 'deleted')] },
  ];
  const { entries, runOf } = withLists(lists);
  const found = findPlan(entries, runOf);
  assert.deepEqual(found, { key: 't1', text: '- [x] Read it\n- [ ] Write it' });
  assert.deepEqual([...doneSteps(found, entries, runOf)], [1]);
  const cleared = withLists([...lists, { action: 'clear', tasks: [] }]);
  assert.equal(findPlan(cleared.entries, cleared.runOf), null);
});

test('a list with the steps of a plan ticks them, also in other words, and one of pi’s example too', () => {
  const { entries, runOf } = withLists([
    { action: 'create', tasks: [task('Read the file'), task('Change it with care')] },
    { action: 'update', tasks: [task('Read the file', 'completed'), task('Change it')] },
    { action: 'toggle', todos: [{ id: 1, text: 'read the FILE', done: true }] },
  ]);
  const all = [answer('# Plan\n1. Read the file\n2. Change it\n3. Test', 'a'), ...entries];
  const found = findPlan(all, runOf);
  assert.equal(found?.key, 'a');
  assert.deepEqual([...doneSteps(found, all, runOf)], [1]);
});

test('a task ticks the step with its very words, not one that begins with them', () => {
  const numbers = Array.from({ length: 12 }, (_, n) => `Step number ${n + 1}`);
  const { entries, runOf } = withLists([
    { tasks: numbers.map((words, n) => task(words, n >= 9 ? 'completed' : 'pending')) },
  ]);
  const all = [answer(`# Plan\n${numbers.map((words) => `- ${words}`).join('\n')}`, 'a'), ...entries];
  assert.deepEqual([...doneSteps(findPlan(all, runOf)!, all, runOf)], [10, 11, 12]);
});

test('details that only look like a list of tasks are none', () => {
  for (const details of [
    undefined,
    null,
    {},
    { tasks: [{ id: 1 }] },
    { todos: ['a', 'b'] },
    { tasks: 'many' },
  ])
    assert.equal(
      findPlan(withLists([details as object]).entries, () => ({ details })),
      null,
    );
});
