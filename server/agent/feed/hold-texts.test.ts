import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { holdTexts } from './hold-texts.ts';

const text = (value: string): ViewEvent => ({
  type: 'extension_ui_request',
  id: value,
  method: 'set_editor_text',
  text: value,
  panel_at: 1,
});
const pasted: ViewEvent = { type: 'panel_pasted', text: 'pasted' };
const turn: ViewEvent = { type: 'turn_end' };
const leaves = (session: string): ViewEvent => ({ type: 'panel_ui_reset', session });
const state = (sessionId: string): ViewEvent => ({
  type: 'panel_state',
  state: {
    sessionId,
    thinkingLevel: 'off',
    isStreaming: false,
    isCompacting: false,
    steeringMode: 'all',
    followUpMode: 'all',
    autoCompactionEnabled: true,
    messageCount: 0,
    pendingMessageCount: 0,
  },
  thinkingLevels: [],
});

test('texts of a session wait, in order, until the view names the session, and nothing else waits', () => {
  const stage = holdTexts();
  assert.deepEqual(stage.push([text('early'), leaves('b'), text('one'), turn, pasted]), [
    text('early'),
    leaves('b'),
    turn,
  ]);
  const late = state('a');
  assert.deepEqual(
    stage.push([late, text('two')]),
    [late],
    'a state that was read before is not the new one',
  );
  const now = state('b');
  assert.deepEqual(stage.push([now]), [now, text('one'), pasted, text('two')]);
  assert.deepEqual(stage.push([text('three')]), [text('three')]);
});

test('texts for a session that pi leaves before it was named belong to the next one', () => {
  const stage = holdTexts();
  stage.push([leaves('b'), text('one'), leaves('c'), text('two')]);
  assert.deepEqual(stage.push([state('b')]), [state('b')]);
  assert.deepEqual(stage.push([state('c')]), [state('c'), text('one'), text('two')]);
});

test('texts are shown when pi ends before it names its session', () => {
  const stage = holdTexts();
  const exit: ViewEvent = { type: 'panel_exit', code: 1, signal: null, stderr: '' } as ViewEvent;
  assert.deepEqual(stage.push([leaves('b'), text('one'), exit, text('two')]), [
    leaves('b'),
    exit,
    text('one'),
    text('two'),
  ]);
});
