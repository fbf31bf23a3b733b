// The law of the fold, over everything that real pi was recorded to say: whoever joins late gets the view as
// it stands and the rest of the events, and ends where those ended who were there from the start.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { AssistantMessage } from '../../../shared/pi/messages.ts';
import { reduce } from '../../../shared/view/reduce.ts';
import { TAIL_LENGTH } from '../../../shared/view/tool-runs.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { emptyView, type View } from '../../../shared/view/view.ts';
import { createClock } from '../fixtures/clock.ts';
import { eventsOf, readRecordings, RECORDED, type Recording } from '../fixtures/recordings.ts';
import { ImageStore } from './images.ts';
import { createMerger } from './merge.ts';
import { createSettle } from './detect-settled.ts';
import { createSlim } from './slim.ts';

const MAX_TEXT = 256 * 1024;
/** The most that may be sent of what pi wrote: of a few plain answers, and of everything. */
const BUDGETS = {
  '0.73.1': { texts: 0.15, all: 0.13 },
  '0.79.9': { texts: 0.15, all: 0.12 },
  '0.84.4': { texts: 0.33, all: 0.23 },
  '0.87.1': { texts: 0.13, all: 0.18 },
};
/** Recordings that end in the midst of an answer or a tool run. */
const CUT_OFF = /^(ext_shutdown_stream|sig\w+_(stream|tool)|stdin_close_(stream|tool)|switch_streaming)$/;
const empty = emptyView('/workspace');

/** What a follower gets on the wire: the stages of the server, driven by the clock of the recording. */
function wireOf(recording: Recording): ViewEvent[] {
  const wire: ViewEvent[] = [];
  const clock = createClock();
  const { setTimer } = clock;
  const merger = createMerger({ emit: (events) => wire.push(...events), now: clock.now, setTimer });
  const settle = createSettle({ isNeeded: true, emit: (event) => merger.push([event]), setTimer });
  const slim = createSlim({ now: clock.now, images: new ImageStore() });
  for (const { t, events } of chunksOf(recording)) {
    clock.advance(t);
    merger.push(settle.push(events.flatMap((event) => slim.push(event))));
  }
  clock.advance(clock.now() + 5000);
  merger.flush();
  return wire;
}

/** What has the same millisecond came in one chunk. */
function chunksOf(recording: Recording): { t: number; events: PiEvent[] }[] {
  const chunks: { t: number; events: PiEvent[] }[] = [];
  for (const { t, event } of eventsOf(recording)) {
    const last = chunks.at(-1);
    if (last?.t === t) last.events.push(event);
    else chunks.push({ t, events: [event] });
  }
  return chunks;
}

function fold(view: View, events: ViewEvent[]): View {
  return events.reduce(reduce, view);
}

for (const version of RECORDED) {
  const recordings = readRecordings(version);

  test(`R-04, R-29: pi ${version}: for every cut of every recording, the view there and the rest give the same end`, () => {
    assert.ok(recordings.length >= 90);
    for (const recording of recordings) {
      const wire = wireOf(recording);
      const end = fold(empty, wire);
      let view = empty;
      for (const [index, event] of wire.entries()) {
        const rest = travelled(wire.slice(index));
        assert.deepEqual(fold(travelled(view), rest), end, `${recording.scenario}, cut at ${index}`);
        view = reduce(view, event);
      }
    }
  });

  test(`pi ${version}: merged deltas fold to the same end as all of them one by one`, () => {
    for (const recording of recordings) {
      const clock = createClock();
      const slim = createSlim({ now: clock.now, images: new ImageStore() });
      const plain: ViewEvent[] = [];
      for (const { t, events } of chunksOf(recording)) {
        clock.advance(t);
        plain.push(...events.flatMap((event) => slim.push(event)));
      }
      // When old pi's runs are over is a matter of time; that is tested beside its source.
      const folded = [plain, wireOf(recording)].map((events) =>
        fold(
          empty,
          events.filter(({ type }) => type !== 'agent_settled'),
        ),
      );
      assert.deepEqual(folded[1], folded[0], recording.scenario);
    }
  });

  test(`R-29: pi ${version}: every answer stands in the view as pi's own message_end says it`, () => {
    let answers = 0;
    for (const recording of recordings) {
      const slim = createSlim({ now: () => 0, images: new ImageStore() });
      let view = empty;
      for (const { event } of eventsOf(recording)) {
        view = fold(view, slim.push(event));
        if (event.type !== 'message_end' || event.message.role !== 'assistant') continue;
        const shown = view.entries.at(-1)?.message;
        assert.ok(shown?.role === 'assistant', recording.scenario);
        assert.deepEqual(essence(shown), essence(event.message), recording.scenario);
        answers++;
      }
    }
    assert.ok(answers > 100);
  });

  test(`pi ${version}: every tool run ends in the view as pi ended it, and none stays open`, () => {
    for (const recording of recordings) {
      const ends = eventsOf(recording).flatMap(({ event }) =>
        event.type === 'tool_execution_end' ? [event] : [],
      );
      const view = fold(empty, wireOf(recording));
      for (const { toolCallId, isError, result } of ends) {
        const run = view.toolRuns[toolCallId];
        const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
        assert.ok(run && run.state !== 'running', recording.scenario);
        assert.equal(run.state === 'ok', !isError, recording.scenario);
        assert.equal(run.output.tail, text.slice(-TAIL_LENGTH), recording.scenario);
        assert.ok(run.output.bytes >= Buffer.byteLength(run.output.tail), recording.scenario);
      }
    }
  });

  test(`pi ${version}: a turn is never without a run, and nothing stays open but what the end of pi cut off`, () => {
    for (const recording of recordings) {
      let view = empty;
      for (const event of wireOf(recording)) {
        view = reduce(view, event);
        if (event.type === 'message_update') assert.ok(view.run, recording.scenario);
      }
      if (CUT_OFF.test(recording.scenario)) continue;
      const { run, live, compaction, retry } = view;
      assert.deepEqual([run, live, compaction, retry], [null, null, null, null], recording.scenario);
    }
  });

  test(`R-29: pi ${version}: no recorded record is unreadable, none carries base64, signatures or a bare repeat`, () => {
    for (const recording of recordings) {
      const wire = wireOf(recording);
      assert.ok(!wire.some((event) => event.type === 'panel_bad_record'), recording.scenario);
      assert.doesNotMatch(JSON.stringify(wire), /Signature"|"partial"|"messages"|"toolResults"|"data":"/);
    }
  });

  test(`pi ${version}: what is sent stays a fraction of what pi writes`, () => {
    const budget = BUDGETS[version];
    const texts = recordings.filter(({ scenario }) => TEXTS.includes(scenario));
    assert.equal(texts.length, TEXTS.length);
    assert.ok(fraction(texts) < budget.texts, `${fraction(texts)} of the bytes of plain answers`);
    assert.ok(fraction(recordings) < budget.all, `${fraction(recordings)} of all bytes`);
  });
}

const TEXTS = ['text', 'think_text', 'u2028', 'errors', 'tool_bash'];

function travelled<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Bytes sent to a follower for each byte of pi's stdout, but for the framing of the stream. */
function fraction(recordings: Recording[]): number {
  let written = 0;
  let sent = 0;
  for (const recording of recordings) {
    for (const { event } of eventsOf(recording)) written += Buffer.byteLength(JSON.stringify(event)) + 1;
    for (const event of wireOf(recording)) sent += Buffer.byteLength(JSON.stringify(event)) + 1;
  }
  return sent / written;
}

/** What a reader sees of an answer; texts over the limit by their beginning. */
function essence(message: AssistantMessage) {
  return message.content.map((block) => {
    if (block.type === 'text') return ['text', block.text.slice(0, MAX_TEXT)];
    if (block.type === 'thinking') return ['thinking', block.thinking.slice(0, MAX_TEXT)];
    return ['toolCall', block.id, block.name, block.arguments];
  });
}
