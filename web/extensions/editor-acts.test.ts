import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EditorActs } from '../../shared/companion.ts';
import type { ComposerPort } from '../state/workbench/composer-port.ts';
import { performActs } from './editor-acts.ts';

function perform(acts: Partial<EditorActs>, { text = '', isRunning = false, isShown = true } = {}): string[] {
  const done: string[] = [];
  const composer: Partial<ComposerPort> = {
    hasText: () => text !== '',
    insert: (inserted) => void done.push(`insert ${inserted}`),
    send: (lane) => void done.push(`send ${lane}`),
    openEditor: () => void done.push('open editor'),
  };
  performActs(
    { submitted: [], isInterrupted: false, ...acts },
    {
      composer: composer as ComposerPort,
      run: (action) => void done.push(action),
      isRunning,
      session: 's',
      isShown,
    },
  );
  return done;
}

test('a message of an extension’s editor is sent, unless the composer has a text or shows another agent', () => {
  assert.deepEqual(perform({ submitted: ['hi'] }), ['insert hi', 'send steer']);
  assert.deepEqual(perform({ followUps: ['later'] }), ['insert later', 'send followUp']);
  assert.deepEqual(perform({ submitted: ['hi'] }, { text: 'draft' }), ['insert hi']);
  assert.deepEqual(perform({ submitted: ['hi'] }, { isShown: false }), ['insert hi']);
});

test('the keys of pi’s actions run those of the page, and Esc stops only a run', () => {
  assert.deepEqual(perform({ actions: ['app.model.select', 'app.suspend', 'app.thinking.cycle'] }), [
    'set_model',
    'cycle_thinking_level',
  ]);
  assert.deepEqual(perform({ isInterrupted: true }), []);
  assert.deepEqual(perform({ isInterrupted: true }, { isRunning: true }), ['abort']);
  assert.deepEqual(perform({ actions: ['app.editor.external'], draft: 'text' }), [
    'insert text',
    'open editor',
  ]);
});
