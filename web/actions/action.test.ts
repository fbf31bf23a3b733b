import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abilitiesOf } from '../../shared/pi/abilities.ts';
import { emptyView, type View } from '../../shared/view/view.ts';
import { ask, Canceled, unavailableReason, Refused, type ActionContext } from './action.ts';
import { askBeforeEndingRun } from './steps/ask-before.ts';
import { listActions, type ActionId } from './table.ts';

const view: View = { ...emptyView('/w', '0.87.1'), ready: true, companionProblem: null };
const actions = listActions([]);
const unavailable = (id: ActionId, at: View = view): string | null =>
  unavailableReason(
    actions.find((action) => action.id === id)!,
    at,
    { agents: [], nextUrgent: () => null },
  );
const running = { ...view, run: { startedAt: 1 } };
const exit = { code: 1, signal: null, stderr: '', reason: 'It ended.', at: 1 };

test('a command that pi is too old for is unavailable with the required version', () => {
  const old = { ...view, version: '0.79.9', can: abilitiesOf('0.79.9') };
  assert.equal(unavailable('get_tree', old), "pi 0.79.9 can't do this: it needs 0.80.3 or newer.");
  assert.equal(unavailable('get_tree'), null);
});

test('an action that needs a run is unavailable without one', () => {
  assert.equal(unavailable('steer'), 'The agent is not running.');
  assert.equal(unavailable('steer', running), null);
  assert.equal(unavailable('compact'), null);
});

test('without a running agent, commands of pi are unavailable, but the user can still write and restart', () => {
  assert.match(unavailable('get_state', { ...view, exit }) ?? '', /restart/);
  assert.match(unavailable('get_state', { ...view, ready: false }) ?? '', /starting/);
  assert.equal(unavailable('prompt', { ...view, exit }), null);
  assert.equal(unavailable('restartAgent', { ...view, exit }), null);
});

test("actions of the panel's extension are unavailable without it", () => {
  const without = { ...view, companionProblem: 'It was left out.' };
  assert.equal(unavailable('panel_navigate', without), 'It was left out.');
  assert.equal(unavailable('panel_navigate'), null);
  assert.match(unavailable('panel_reload', running) ?? '', /busy/);
});

test('with the extension the tree can be navigated; without it, a reload becomes a restart', () => {
  const without = { ...view, companionProblem: 'It was left out.' };
  const instead = (id: ActionId, at: View) => actions.find((action) => action.id === id)?.instead?.(at) ?? id;
  assert.deepEqual([instead('get_tree', view), instead('get_tree', without)], ['panel_navigate', 'get_tree']);
  assert.deepEqual(
    [instead('panel_reload', view), instead('panel_reload', without)],
    ['panel_reload', 'restartAgent'],
  );
});

const agentIn = (at: View, answer: unknown = { success: true }) =>
  ({ agent: { view: at, send: () => Promise.resolve(answer) } }) as unknown as ActionContext;

test('an action that ends a run asks first during a run, and otherwise acts immediately', () => {
  let done = 0;
  const act = () => {
    done += 1;
    return null;
  };
  assert.equal(askBeforeEndingRun(agentIn(view), 'new_session', act), null);
  assert.equal(done, 1);
  const question = askBeforeEndingRun(agentIn(running), 'new_session', act);
  assert.ok(question && 'kind' in question && question.kind === 'question');
  assert.equal(question.yes, 'Stop and start a new session');
  assert.equal(done, 1);
});

test('a refusal and a canceled command throw with the reason', async () => {
  const refused = agentIn(view, { success: false, error: 'No model.' });
  await assert.rejects(() => ask(refused, { type: 'new_session' }), new Refused('No model.'));
  const cancelled = agentIn(view, { success: true, data: { cancelled: true } });
  await assert.rejects(() => ask(cancelled, { type: 'new_session' }), Canceled);
});
