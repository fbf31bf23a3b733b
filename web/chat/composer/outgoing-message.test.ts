import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { Attachment } from './draft/attachment.ts';
import { newOutgoingMessage, promptOf, type OutgoingMessage } from './outgoing-message.ts';

const agent = { id: 'one' } as Agent;
const log = (id: string): Attachment => ({ id, title: id, text: 'boom' });
const draftOf = (more: Partial<OutgoingMessage>): Omit<OutgoingMessage, 'lane'> => ({
  ...{ agent, text: '', attachments: [], isPlain: false, session: 'a' },
  ...more,
});

test('what is already under way is not sent again, neither text nor attachments', () => {
  const [first, second] = [log('first'), log('second')];
  const earlier = { ...draftOf({ text: 'one', attachments: [first] }), lane: 'steer' } as const;
  const message = newOutgoingMessage(
    draftOf({ text: 'one\n\ntwo', attachments: [first, second] }),
    [earlier],
    'followUp',
  );
  assert.deepEqual([message?.text, message?.attachments, message?.lane], ['two', [second], 'followUp']);
  assert.equal(newOutgoingMessage(draftOf({ text: 'one', attachments: [first] }), [earlier], 'steer'), null);
});

test('attachments alone are a message, and blank text alone is none', () => {
  assert.equal(newOutgoingMessage(draftOf({ text: ' \n' }), [], 'steer'), null);
  assert.ok(newOutgoingMessage(draftOf({ attachments: [log('1')] }), [], 'steer'));
});

test('pasted text is text; what is left of it behind a message that is under way is read like typed text', () => {
  const plain = draftOf({ text: '!important', isPlain: true });
  assert.equal(newOutgoingMessage(plain, [], 'steer')?.isPlain, true);
  const earlier = { ...draftOf({ text: '!important' }), lane: 'steer' } as const;
  const rest = newOutgoingMessage({ ...plain, text: '!important\nand on' }, [earlier], 'steer');
  assert.deepEqual([rest?.text, rest?.isPlain], ['and on', false]);
});

test('plain text that begins like a command of pi does not reach pi as one, and images go along only if there are any', () => {
  assert.deepEqual(promptOf('/fork', []), { type: 'prompt', message: '/fork' });
  assert.deepEqual(promptOf('/fork', [], true), { type: 'prompt', message: ' /fork' });
  const image = { id: '1', name: 'a.png', mimeType: 'image/png', data: 'AAAA', bytes: 3 };
  assert.deepEqual(promptOf('look', [image]).images, [
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
  ]);
});
