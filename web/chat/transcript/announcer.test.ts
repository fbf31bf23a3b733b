import assert from 'node:assert/strict';
import test from 'node:test';
import type { AssistantMessage } from '../../../shared/pi/messages.ts';
import type { Entry } from '../../../shared/view/view.ts';
import { Announcer, announcement } from './announcer.ts';

function entry(content: AssistantMessage['content'], more: Partial<AssistantMessage> = {}): Entry {
  return { key: 'a', message: { role: 'assistant', content, stopReason: 'stop', timestamp: 1, ...more } };
}

function logThatHears(): { heard: string[]; log: HTMLElement } {
  const heard: string[] = [];
  return { heard, log: { ariaNotify: (text: string) => heard.push(text) } as unknown as HTMLElement };
}

test('a message is said once, when it has ended, and without its signs', () => {
  const { heard, log } = logThatHears();
  const announcer = new Announcer();
  const settled = entry([{ type: 'text', text: '# All `done`\n\n- **one**\n' }]);
  announcer.ended();
  announcer.follow([settled], log);
  announcer.follow([settled], log);
  assert.deepEqual(heard, ['Assistant: All done - one']);
});

test('messages that were there before are not said', () => {
  const { heard, log } = logThatHears();
  new Announcer().follow([entry([{ type: 'text', text: 'Old.' }])], log);
  assert.deepEqual(heard, []);
});

test('a call of a tool says nothing, a failure says its reason', () => {
  assert.equal(announcement(entry([{ type: 'toolCall', id: '1', name: 'bash', arguments: {} }])), '');
  const failed = entry([], { stopReason: 'error', errorMessage: '529: Overloaded' });
  assert.equal(announcement(failed), 'The model failed: 529: Overloaded');
});
