import assert from 'node:assert/strict';
import test from 'node:test';
import type { AssistantMessage } from '../../../shared/pi/messages.ts';
import type { Entry } from '../../../shared/view/view.ts';
import { Announcer, announcement } from './announcer.ts';

function entry(content: AssistantMessage['content'], more: Partial<AssistantMessage> = {}): Entry {
  return { key: 'a', message: { role: 'assistant', content, stopReason: 'stop', timestamp: 1, ...more } };
}

function createLog(): { announced: string[]; log: HTMLElement } {
  const announced: string[] = [];
  return { announced, log: { ariaNotify: (text: string) => announced.push(text) } as unknown as HTMLElement };
}

test('a message is announced once, when it has ended, and without its Markdown', () => {
  const { announced, log } = createLog();
  const announcer = new Announcer();
  const settled = entry([{ type: 'text', text: '# All `done`\n\n- **one**\n' }]);
  announcer.onMessageEnd();
  announcer.announceLast([settled], log);
  announcer.announceLast([settled], log);
  assert.deepEqual(announced, ['Assistant: All done - one']);
});

test('messages from before the page opened are not announced', () => {
  const { announced, log } = createLog();
  new Announcer().announceLast([entry([{ type: 'text', text: 'Old.' }])], log);
  assert.deepEqual(announced, []);
});

test('a tool call is not announced, a failure is announced with its reason', () => {
  assert.equal(announcement(entry([{ type: 'toolCall', id: '1', name: 'bash', arguments: {} }])), '');
  const failed = entry([], { stopReason: 'error', errorMessage: '529: Overloaded' });
  assert.equal(announcement(failed), 'The model failed: 529: Overloaded');
});
