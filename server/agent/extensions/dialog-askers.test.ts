import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PiEvent } from '../../../shared/pi/events.ts';
import { emptyView, type View } from '../../../shared/view/view.ts';
import { DialogAskers } from './dialog-askers.ts';

const BY = { name: 'x.ts', path: '/x.ts' };
const question = (id: string): PiEvent => ({
  type: 'extension_ui_request',
  id,
  method: 'input',
  title: 'Well?',
});

function setUp({ commands = [], tools = [] }: { commands?: string[]; tools?: string[] } = {}) {
  const toolRuns = Object.fromEntries(tools.map((name, n) => [n, { name, state: 'running' }]));
  const withdrawn: string[] = [];
  const askers = new DialogAskers({
    view: () => ({ ...emptyView('/w'), toolRuns }) as unknown as View,
    pendingCommands: () => commands,
    onWithdrawn: (dialog) => withdrawn.push(dialog),
  });
  /** Opens a dialog after its report; returns who asks. */
  const open = (id: string, report: { n?: string } = {}): unknown => {
    askers.onDialog({ type: 'dialog', by: BY, commands: ['ask', 'tell'], tools: ['write'], ...report });
    return (askers.withAsker(question(id)) as { panel_by?: unknown }).panel_by;
  };
  return { askers, open, withdrawn };
}

const asker = { extension: 'x.ts', path: '/x.ts' };

test('a dialog names the command of its extension, or else its tool, if only one of them is running', () => {
  assert.deepEqual(setUp({ commands: ['ask', 'other'] }).open('d'), { ...asker, command: 'ask' });
  assert.deepEqual(setUp({ tools: ['write', 'write', 'bash'] }).open('d'), { ...asker, tool: 'write' });
  assert.deepEqual(setUp({ commands: ['ask'], tools: ['write'] }).open('d'), { ...asker, command: 'ask' });
  assert.deepEqual(setUp({ commands: ['ask', 'tell'] }).open('d'), asker);
});

test('a report counts for the next record only, and only if that is a dialog', () => {
  const { askers, open } = setUp();
  open('d');
  assert.deepEqual(askers.withAsker(question('next')), question('next'));
  askers.onDialog({ type: 'dialog', by: BY, commands: [], tools: [] });
  const title = { type: 'extension_ui_request', id: 't', method: 'setTitle', title: 'x' } as PiEvent;
  assert.deepEqual(askers.withAsker(title), title);
  assert.deepEqual(askers.withAsker(question('later')), question('later'));
});

test('a withdrawn dialog is reported by its id; an answered one, or one from before a reset, is not', () => {
  const { askers, open, withdrawn } = setUp();
  open('one', { n: '1' });
  open('two', { n: '2' });
  open('three', { n: '3' });
  askers.onDialogOver({ type: 'dialog_closed', n: '1', isWithdrawn: true });
  askers.onDialogOver({ type: 'dialog_closed', n: '1', isWithdrawn: true });
  askers.onDialogOver({ type: 'dialog_closed', n: '2', isWithdrawn: false });
  askers.reset();
  askers.onDialogOver({ type: 'dialog_closed', n: '3', isWithdrawn: true });
  assert.deepEqual(withdrawn, ['one']);
});

test('a dialog that was withdrawn before pi wrote it does not name the asker of the next one', () => {
  const { askers, withdrawn } = setUp();
  askers.onDialog({ type: 'dialog', by: BY, commands: [], tools: [], n: '1' });
  askers.onDialogOver({ type: 'dialog_closed', n: '1', isWithdrawn: true });
  assert.deepEqual(askers.withAsker(question('other')), question('other'));
  assert.deepEqual(withdrawn, []);
});
