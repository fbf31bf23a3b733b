import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFile, ChangedTurn, OpenUndo } from '../../../../shared/changes.ts';
import type { AssistantMessage } from '../../../../shared/pi/messages.ts';
import type { Entry, ToolRun } from '../../../../shared/view/conversation.ts';
import { failedSteps, hasAnswerButtons, turnChanges } from './turn-end.ts';

const run = (id: string, state: 'ok' | 'failed' = 'ok', command = 'make'): ToolRun =>
  ({ id, state, name: 'bash', args: { command }, isError: state === 'failed' }) as unknown as ToolRun;
const file = (path: string, calls: string[], undone = false): ChangedFile =>
  ({ ...{ path, calls, undone, kind: 'modified' }, added: 1, removed: 0 }) as unknown as ChangedFile;
const turn = (id: string, ...files: ChangedFile[]): ChangedTurn => ({ id, files }) as unknown as ChangedTurn;
const undo = (entry: string, paths: string[], more: object = {}): OpenUndo => ({
  entry,
  at: 0,
  paths,
  ...more,
});

test('a turn has the changes of its own runs, also if it was steered, and of no other', () => {
  const turns = [
    turn('user-1', file('before', ['x'])),
    turn('user-2', file('a', ['r1']), file('b', ['r2'])),
    turn('user-3', file('a', ['r3'])),
    turn('user-4', file('after', ['y'])),
  ];
  const found = turnChanges([run('r1'), undefined, run('r2'), run('r3')], turns, []);
  assert.equal(found.turns, 'user-2..user-3');
  assert.deepEqual(
    found.files.map(({ path, added }) => [path, added]),
    [
      ['a', 2],
      ['b', 1],
    ],
  );
  assert.deepEqual([found.canUndo, found.undone, found.undo], [true, 0, undefined]);
  assert.deepEqual(turnChanges([run('other')], turns, []).files, []);
});

test('a turn can be undone while a file is left, and redone by its newest undo once none is', () => {
  const undos = [
    undo('of another', ['other']),
    undo('of lines', ['a'], { lines: { before: [0, 1], after: [0, 1] } }),
    undo('newest', ['a', 'b']),
    undo('older', ['a']),
  ];
  const half = [turn('user-1', file('a', ['r1'], true), file('b', ['r1']))];
  const partly = turnChanges([run('r1')], half, undos);
  assert.deepEqual([partly.canUndo, partly.undone, partly.undo], [true, 1, undefined]);
  const whole = [turn('user-1', file('a', ['r1'], true), file('b', ['r1'], true))];
  const undone = turnChanges([run('r1')], whole, undos);
  assert.deepEqual([undone.canUndo, undone.undone, undone.undo?.entry], [false, 2, 'newest']);
});

test('of the errors of a turn that was steered, the last ones are shown', () => {
  const errorsOf = (at: number): Pick<ChangedTurn, 'errors'> => ({ errors: { at } }) as object;
  const turns: ChangedTurn[] = [
    { ...turn('user-1', file('a', ['r1'])), ...errorsOf(1) },
    { ...turn('user-2', file('a', ['r2'])), ...errorsOf(2) },
    turn('user-3', file('a', ['r3'])),
    { ...turn('user-4', file('a', ['other'])), ...errorsOf(4) },
  ];
  const { errors } = turnChanges([run('r1'), run('r2'), run('r3')], turns, []);
  assert.deepEqual(errors, { at: 2 });
});

const call = (id: string) => ({ type: 'toolCall', id });
const answer = (key: string, ...ids: string[]): Entry =>
  ({ key, message: { role: 'assistant', content: ids.map(call) } }) as unknown as Entry;

test('a step failed if neither the turn nor a later one got past it', () => {
  const runs = [run('1', 'failed', 'make a'), run('2', 'failed', 'tar x'), run('3')];
  const all = [...runs, run('4', 'ok', 'tar x')];
  const toolRun = (id: string): ToolRun | undefined => all.find((one) => one.id === id);
  const failed = (...later: Entry[]): string =>
    failedSteps(runs, 'own', { entries: [answer('own', '1', '2', '3'), ...later], toolRun })
      .map(({ id }) => id)
      .join();
  assert.equal(failed(), '1,2');
  assert.equal(failed(answer('later', '4')), '1');
});

test('in a turn of two steps a failure is in sight already', () => {
  const found = failedSteps([run('1', 'failed'), undefined], 'own', {
    entries: [],
    toolRun: () => undefined,
  });
  assert.deepEqual(found, []);
});

test('the figures of a turn stand beside the buttons of its last answer, if that has any', () => {
  const last = (stopReason: string, ...kinds: string[]): AssistantMessage =>
    ({ stopReason, content: kinds.map((type) => ({ type })) }) as unknown as AssistantMessage;
  assert.equal(hasAnswerButtons(last('stop', 'thinking', 'text')), true);
  assert.equal(hasAnswerButtons(last('toolUse', 'toolCall', 'text')), false, 'it goes on with tools');
  assert.equal(hasAnswerButtons(last('aborted', 'text', 'thinking')), false, 'no text at its end');
  assert.equal(hasAnswerButtons(undefined), false);
});
