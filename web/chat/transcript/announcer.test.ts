import assert from 'node:assert/strict';
import test from 'node:test';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { Speech } from '../../state/preferences/page-settings.svelte.ts';
import { Announcer, completeLength, speechOf } from './announcer.ts';

let time = 0;

/** Returns the announcements for these events. */
const announced = (...events: object[]): string[] => announcedAs('answers', ...events);

function announcedAs(speech: Speech, ...events: object[]): string[] {
  const heard: string[] = [];
  const log = { ariaNotify: (text: string) => heard.push(text) } as unknown as HTMLElement;
  const announcer = new Announcer(() => log, { speech: () => speech, now: () => (time += 1000) });
  for (const event of events) announcer.onEvent(event as ViewEvent);
  return heard;
}

const start = { type: 'message_start', message: { role: 'assistant' } };
const delta = (text: string) => ({
  type: 'message_update',
  assistantMessageEvent: { type: 'text_delta', contentIndex: 0, delta: text },
});
const end = (more: object = {}) => ({
  type: 'message_end',
  message: { role: 'assistant', stopReason: 'stop', timestamp: 1, ...more },
});
const SENTENCE = `${'Some words of a long sentence '.repeat(5).trim()}.`;

test('a short answer is announced once, at its end and without its Markdown', () => {
  assert.deepEqual(announced(start, delta('All `do'), delta('ne**.**'), end()), ['Assistant: All done.']);
});

test('a long answer is announced by sentence and paragraph, and nothing of it is lost', () => {
  const text = `${SENTENCE} ${SENTENCE} Short.\n\nNext paragraph`;
  const pieces = text.match(/.{1,7}/gs)!.map(delta);
  const heard = announced(start, ...pieces, end());
  assert.deepEqual(heard, [`Assistant: ${SENTENCE}`, SENTENCE, 'Short.', 'Next paragraph']);
  assert.equal(heard.join(' ').replace('Assistant: ', ''), text.replace('\n\n', ' '));
});

test('an answer that was not streamed is announced as a whole, however long it is', () => {
  const content = [{ type: 'text', text: 'word '.repeat(400).trim() }];
  assert.equal(announced(start, end({ content }))[0]?.length, 'Assistant: '.length + 1999);
});

test('only the failure of a tool call is announced, not its start or the user’s Stop', () => {
  const over = (isError: boolean, panel_text: string) => ({
    type: 'tool_execution_end',
    toolName: 'bash',
    isError,
    panel_text,
  });
  assert.deepEqual(announced(over(false, 'fine')), []);
  assert.deepEqual(announced(over(true, 'no such file\n\nCommand exited with code 3')), [
    'Tool bash failed: Command exited with code 3',
  ]);
  assert.deepEqual(announced(over(true, 'Command timed out after 5 seconds')), [
    'Tool bash timed out: Command timed out after 5 seconds',
  ]);
  assert.deepEqual(announced(over(true, 'Command aborted')), []);
});

test('a failure of the model is announced with its reason, after the text of its answer', () => {
  const failed = end({ stopReason: 'error', errorMessage: '529: {"message":"Overloaded"}' });
  assert.deepEqual(announced(start, delta('Half'), failed), [
    'Assistant: Half',
    'The model failed: 529: Overloaded',
  ]);
});

test('code is mentioned once its fence is closed, and not read aloud', () => {
  assert.equal(completeLength('```ts\nconst a = 1;\n\nconst b = 2;'), 0);
  assert.equal(speechOf('Look:\n```ts\nconst a = 1;\n```\nDone.'), 'Look: (code) Done.');
  assert.equal(speechOf('| a | b |\n|---|--:|\n| 1 | 2 |'), 'a b 1 2');
  assert.equal(speechOf('Keep the .env and `a.ts` .'), 'Keep the .env and a.ts.');
  assert.equal(speechOf('See [the docs](https://example.org/x).'), 'See the docs.');
});

test('the user chooses how much is announced: the start of each tool, too, or only that there is an answer', () => {
  const began = { type: 'tool_execution_start', toolName: 'bash', args: { command: 'npm test\nexit' } };
  const failed = { type: 'tool_execution_end', toolName: 'bash', isError: true, panel_text: 'exit 3' };
  const events = [began, failed, start, delta(`${SENTENCE} ${SENTENCE}\n\n`), delta('Done.'), end()];
  assert.deepEqual(announcedAs('tools', ...events).slice(0, 2), [
    'Running bash npm test',
    'Tool bash failed: exit 3',
  ]);
  assert.deepEqual(announcedAs('brief', ...events), [
    'Tool bash failed: exit 3',
    'The assistant has answered.',
  ]);
  assert.deepEqual(announcedAs('brief', start, end()), []);
});

test('a heading and each item of a list end with a pause', () => {
  const text = '## What I found\n\nTwo tests:\n\n- one\n- [x] **two**\n- three!\n\n1. first\n2) second\n';
  assert.equal(speechOf(text), 'What I found. Two tests: one. two. three! 1. first. 2) second.');
});

/** The parts of an element that the live region needs. */
class Element {
  readonly attributes: Record<string, string> = {};
  readonly children: Element[] = [];
  className = '';
  textContent = '';

  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
  }

  append(child: Element): void {
    this.children.push(child);
  }

  remove(): void {}
}

test('without ariaNotify, each text becomes an element of one polite live region', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const created: Element[] = [];
  const createElement = (): Element => {
    created.push(new Element());
    return created.at(-1)!;
  };
  Object.defineProperty(globalThis, 'document', { value: { createElement }, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  const log = new Element();
  const announcer = new Announcer(() => log as unknown as HTMLElement, {
    speech: () => 'answers',
    now: () => (time += 1000),
  });
  for (const event of [start, delta('One.'), end(), start, delta('Two.'), end()])
    announcer.onEvent(event as ViewEvent);
  const [region] = log.children;
  assert.equal(log.children.length, 1);
  assert.equal(region?.attributes['aria-live'], 'polite');
  assert.deepEqual(
    region?.children.map(({ textContent }) => textContent),
    ['Assistant: One.', 'Assistant: Two.'],
  );
});

test('all paragraphs that are complete by now are announced together', () => {
  assert.equal(completeLength('one\n\ntwo\n\nthree'), 'one\n\ntwo\n'.length);
  assert.deepEqual(announced(start, delta('one\n\ntwo\n\nthr'), delta('ee'), end()), [
    'Assistant: one two',
    'three',
  ]);
});
