// The law of the fold, over everything that real pi was recorded to write: a page that joins late gets the view at
// that point and the rest of the events, and ends with the same view as a page that was there from the start.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { AssistantMessage } from '../../../shared/pi/messages.ts';
import { reduce } from '../../../shared/view/reduce.ts';
import { TAIL_LENGTH } from '../../../shared/view/tool-runs.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { emptyView, type View } from '../../../shared/view/view.ts';
import { createClock } from '../fixtures/clock.ts';
import { createFeed } from '../fixtures/feed.ts';
import { eventsOf, readRecordings, RECORDED, type Recording } from '../fixtures/recordings.ts';
import { ImageStore } from './images.ts';
import { slim } from './slim.ts';

const MAX_TEXT = 256 * 1024;
/** The largest share of pi's output that may be sent: for a few plain answers, and for everything. */
const BUDGETS = {
  '0.73.1': { texts: 0.15, all: 0.13 },
  '0.79.9': { texts: 0.15, all: 0.12 },
  '0.84.4': { texts: 0.33, all: 0.23 },
  '0.87.1': { texts: 0.13, all: 0.18 },
  '1.6.0': { texts: 0.13, all: 0.18 },
};
/** Recordings that end during an answer or a tool run. */
const CUT_OFF = /^(ext_shutdown_stream|sig\w+_(stream|tool)|stdin_close_(stream|tool)|switch_streaming)$/;
const empty = emptyView('/workspace');

/** The events that a page receives from the feed, driven by the clock of the recording. */
function wireOf(recording: Recording, version: string): ViewEvent[] {
  const clock = createClock();
  const { feed, sent } = createFeed({ view: emptyView('/workspace', version), clock });
  for (const { t, events } of chunksOf(recording)) {
    clock.advance(t);
    feed.push(events);
  }
  clock.advance(clock.now() + 5000);
  feed.close();
  return sent.flat();
}

/** Records of the same millisecond count as one chunk. */
function chunksOf(recording: Recording): { t: number; events: PiEvent[] }[] {
  const chunks: { t: number; events: PiEvent[] }[] = [];
  for (const { t, event } of eventsOf(recording)) {
    const last = chunks.at(-1);
    if (last?.t === t) last.events.push(event);
    else chunks.push({ t, events: [event] });
  }
  return chunks;
}

function fold(view: View, events: readonly ViewEvent[]): View {
  return events.reduce(reduce, view);
}

for (const version of RECORDED) {
  const recordings = readRecordings(version);

  test(`R-04, R-29: pi ${version}: for every cut of every recording, the view there and the rest of the events give the same end`, () => {
    assert.ok(recordings.length >= 90);
    for (const recording of recordings) {
      const wire = wireOf(recording, version);
      const end = fold(empty, wire);
      let view = empty;
      for (const [index, event] of wire.entries()) {
        const rest = traveled(wire.slice(index));
        assert.deepEqual(fold(traveled(view), rest), end, `${recording.scenario}, cut at ${index}`);
        view = reduce(view, event);
      }
    }
  });

  test(`pi ${version}: merged deltas fold to the same end as each of them alone`, () => {
    for (const recording of recordings) {
      const clock = createClock();
      const stage = slim({ date: clock.date, images: new ImageStore() });
      const plain: ViewEvent[] = [];
      for (const { t, events } of chunksOf(recording)) {
        clock.advance(t);
        plain.push(...stage.push(events));
      }
      // When a run of an old pi settles depends on time, which detect-settled.test.ts tests.
      const folded = [plain, wireOf(recording, version)].map((events) =>
        fold(
          empty,
          events.filter(({ type }) => type !== 'agent_settled'),
        ),
      );
      assert.deepEqual(folded[1], folded[0], recording.scenario);
    }
  });

  test(`R-29: pi ${version}: every answer in the view equals pi's own message_end`, () => {
    let answers = 0;
    for (const recording of recordings) {
      const stage = slim({ date: () => 0, images: new ImageStore() });
      let view = empty;
      for (const { event } of eventsOf(recording)) {
        view = fold(view, stage.push([event]));
        if (event.type !== 'message_end' || event.message.role !== 'assistant') continue;
        const shown = view.entries.at(-1)?.message;
        assert.ok(shown?.role === 'assistant', recording.scenario);
        assert.deepEqual(essence(shown), essence(event.message), recording.scenario);
        answers++;
      }
    }
    assert.ok(answers > 100);
  });

  test(`pi ${version}: every tool run ends in the view as in pi, and none stays open`, () => {
    for (const recording of recordings) {
      const ends = eventsOf(recording).flatMap(({ event }) =>
        event.type === 'tool_execution_end' ? [event] : [],
      );
      const view = fold(empty, wireOf(recording, version));
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

  test(`pi ${version}: a turn always belongs to a run, and nothing stays open except what the end of pi cut off`, () => {
    for (const recording of recordings) {
      let view = empty;
      for (const event of wireOf(recording, version)) {
        view = reduce(view, event);
        if (event.type === 'message_update') assert.ok(view.run, recording.scenario);
      }
      if (CUT_OFF.test(recording.scenario)) continue;
      const { run, live, compaction, retry } = view;
      assert.deepEqual([run, live, compaction, retry], [null, null, null, null], recording.scenario);
    }
  });

  test(`R-29: pi ${version}: every recorded record is readable, and none that is sent carries base64, signatures or a bare repeat`, () => {
    for (const recording of recordings) {
      const wire = wireOf(recording, version);
      assert.ok(!wire.some((event) => event.type === 'panel_bad_record'), recording.scenario);
      assert.doesNotMatch(JSON.stringify(wire), /Signature"|"partial"|"messages"|"toolResults"|"data":"/);
    }
  });

  test(`pi ${version}: the panel sends a fraction of what pi writes`, () => {
    const budget = BUDGETS[version];
    const texts = recordings.filter(({ scenario }) => TEXTS.includes(scenario));
    assert.equal(texts.length, TEXTS.length);
    assert.ok(
      fraction(texts, version) < budget.texts,
      `${fraction(texts, version)} of the bytes of plain answers`,
    );
    assert.ok(fraction(recordings, version) < budget.all, `${fraction(recordings, version)} of all bytes`);
  });
}

const TEXTS = ['text', 'think_text', 'u2028', 'errors', 'tool_bash'];

function traveled<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Bytes sent to a page for each byte of pi's stdout, without the framing of the stream. */
function fraction(recordings: Recording[], version: string): number {
  let written = 0;
  let sent = 0;
  for (const recording of recordings) {
    for (const { event } of eventsOf(recording)) written += Buffer.byteLength(JSON.stringify(event)) + 1;
    for (const event of wireOf(recording, version)) sent += Buffer.byteLength(JSON.stringify(event)) + 1;
  }
  return sent / written;
}

/** The visible content of an answer; only the beginning of texts over the limit. */
function essence(message: AssistantMessage) {
  return message.content.map((block) => {
    if (block.type === 'text') return ['text', block.text.slice(0, MAX_TEXT)];
    if (block.type === 'thinking') return ['thinking', block.thinking.slice(0, MAX_TEXT)];
    return ['toolCall', block.id, block.name, block.arguments];
  });
}
