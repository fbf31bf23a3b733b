import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { PanelEvent, ViewEvent } from '../../../shared/view/view-event.ts';
import { emptyView } from '../../../shared/view/view.ts';
import { createClock } from '../fixtures/clock.ts';
import { createFeed } from '../fixtures/feed.ts';
import { begin, delta, textStart } from '../fixtures/pi-events.ts';

const bash = { toolCallId: 'c1', toolName: 'bash' };
const start: PiEvent = { type: 'tool_execution_start', ...bash, args: { command: 'x' } };
const update: PiEvent = {
  type: 'tool_execution_update',
  ...bash,
  partialResult: { content: [{ type: 'text', text: 'line 1\n' }] },
};
const user = (text: string): PiEvent => ({
  type: 'message_end',
  message: { role: 'user', content: text, timestamp: 1 },
});
const notice = (message: string): PanelEvent => ({
  type: 'panel_notice',
  kind: 'info',
  message,
  panel_at: 1,
});
const typesOf = (events: readonly ViewEvent[]): string[] => events.map(({ type }) => type);

test('the events of one chunk are sent in one write', () => {
  const { feed, sent } = createFeed();
  feed.push([{ type: 'agent_start' }, { type: 'turn_start' }]);
  feed.push([{ type: 'turn_end' }]);
  assert.deepEqual(sent.map(typesOf), [['agent_start', 'turn_start'], ['turn_end']]);
});

test('output that comes in one chunk with the start of its run comes after that start', () => {
  const { feed, sent } = createFeed({
    outputs: {
      start: () => undefined,
      snapshot: (call) =>
        feed.emit({
          type: 'tool_execution_update',
          toolCallId: call,
          panel_output: { delta: 'line 1\n', bytes: 7 },
        }),
      append: () => undefined,
      end: () => 7,
    },
  });
  feed.push([start, update]);
  assert.deepEqual(feed.view.toolRuns.c1?.output, { bytes: 7, tail: 'line 1\n' });
  assert.deepEqual(sent.map(typesOf), [['tool_execution_start', 'tool_execution_update']]);
});

test('an event of the server between two chunks comes between them', () => {
  const { feed, sent } = createFeed();
  feed.push([{ type: 'agent_start' }]);
  feed.emit(notice('between'));
  feed.push([{ type: 'agent_settled' }]);
  assert.deepEqual(typesOf(sent.flat()), ['agent_start', 'panel_notice', 'agent_settled']);
  assert.equal(feed.view.run, null);
  assert.equal(feed.view.notices[0]?.message, 'between');
});

test('an event of the server that answers an event of pi comes right after it', () => {
  const { feed, sent } = createFeed({
    onFolded: ({ type }) => {
      if (type === 'agent_start') feed.emit(notice('answer'));
    },
  });
  feed.push([{ type: 'agent_start' }, { type: 'turn_start' }]);
  assert.deepEqual(sent.map(typesOf), [['agent_start', 'panel_notice', 'turn_start']]);
});

test('each event is folded before the stages read the next one', () => {
  const running: (string | undefined)[] = [];
  const { feed } = createFeed({
    extensions: {
      push(events) {
        running.push(feed.view.toolRuns.c1?.state);
        return events;
      },
    },
  });
  feed.push([start, update]);
  assert.deepEqual(running, [undefined, 'running']);
});

test('a message of the user carries the name that the queue gave it, and the new queue comes after it', () => {
  const queue = { type: 'panel_queue', queue: emptyView('/').queue } as const;
  const { feed, sent } = createFeed({
    queue: {
      push: (events) => events.flatMap((event) => [{ ...event, panel_sent_as: { id: 'm1' } }, queue]),
    },
  });
  feed.push([user('hi')]);
  const [message, ...rest] = sent.flat();
  assert.ok(message?.type === 'message_end');
  assert.deepEqual(message.panel_sent_as, { id: 'm1' });
  assert.deepEqual(rest, [queue]);
});

test('an event of an unknown shape is counted as a bad record, and the next ones are read', () => {
  const { feed, sent } = createFeed();
  feed.push([{ type: 'message_end' } as PiEvent, { type: 'turn_end' }]);
  assert.deepEqual(typesOf(sent.flat()), ['panel_bad_record', 'turn_end']);
});

test('a held delta is sent with the next frame, or before the next other event', () => {
  const clock = createClock();
  const { feed, sent } = createFeed({ clock });
  feed.push([begin, textStart] as PiEvent[]);
  for (const text of ['a', 'b', 'c']) feed.push([delta(text)] as PiEvent[]);
  assert.equal(sent.length, 2);
  clock.advance(30);
  assert.equal(sent.length, 3);
  assert.deepEqual(feed.view.live?.blocks, [{ type: 'text', text: 'abc' }]);
  feed.push([delta('d')] as PiEvent[]);
  feed.push([{ type: 'turn_end' }]);
  assert.deepEqual(typesOf(sent[3] ?? []), ['message_update', 'turn_end']);
});

test('a run of a pi that never writes agent_settled settles in the view', () => {
  const clock = createClock();
  const { feed, sent } = createFeed({ clock, view: emptyView('/home/me/project', '0.73.1') });
  feed.push([{ type: 'agent_start' }, { type: 'agent_end' }]);
  clock.advance(250);
  assert.deepEqual(sent.map(typesOf), [['agent_start', 'agent_end'], ['agent_settled']]);
  assert.equal(feed.view.run, null);
});

test('a run settles in the view although nobody knows whether this pi says so', () => {
  const clock = createClock();
  const { feed } = createFeed({ clock, view: emptyView('/home/me/project') });
  feed.push([{ type: 'agent_start' }, { type: 'agent_end' }]);
  clock.advance(250);
  assert.equal(feed.view.run, null);
});

test('replacing the view sends held events first, and settles nothing of the old view', () => {
  const clock = createClock();
  const { feed, sent } = createFeed({ clock, view: emptyView('/home/me/project', '0.73.1') });
  feed.push([{ type: 'agent_start' }, begin, textStart] as PiEvent[]);
  for (const text of ['a', 'b']) feed.push([delta(text)] as PiEvent[]);
  feed.push([{ type: 'agent_end' }]);
  const late = feed.follow();
  feed.replace((view) => ({ ...view, run: null, workspace: '/other' }));
  assert.match(late.takeUnsent()!.toString(), /^event: snapshot\n.*"workspace":"\/other"/s);
  clock.advance(1000);
  assert.ok(!typesOf(sent.flat()).includes('agent_settled'));
});

test('closing sends held events', () => {
  const { feed, sent } = createFeed({ clock: createClock() });
  feed.push([begin, textStart] as PiEvent[]);
  for (const text of ['a', 'b']) feed.push([delta(text)] as PiEvent[]);
  feed.close();
  assert.equal(typesOf(sent.flat()).filter((type) => type === 'message_update').length, 3);
});
