// No field of what pi was recorded to say is dropped by oversight: each one changes what a page is told, or stands
// in the list below with the reason why only the event log has it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { AgentMessage } from '../../../shared/pi/messages.ts';
import { plainText } from '../../../shared/view/history.ts';
import { reduce } from '../../../shared/view/reduce.ts';
import { isShown } from '../../../shared/view/transcript.ts';
import { emptyView } from '../../../shared/view/view.ts';
import { eventsOf, readRecordings, RECORDED, type Recording } from '../fixtures/recordings.ts';
import { ImageStore } from './images.ts';
import { slim } from './slim.ts';

/** What is told in another place, or to nobody but the event log. */
const NOT_TOLD: readonly [RegExp, string][] = [
  [/^agent_end:messages/, 'repeats every message of the run'],
  [/^turn_end \w+:(message|toolResults)/, 'repeats the messages of the turn'],
  [/^entry_appended:entry/, 'repeats what was stored: a message or a result'],
  [/^message_start (user|custom|toolResult|system):/, 'its end brings all of it'],
  [/^message_start assistant:message\.(api|responseId|usage)/, 'its end brings them'],
  [
    /^message_update \w+:(message|assistantMessageEvent\.partial|usage)\b/,
    'the message so far; its end is what counts',
  ],
  [/^message_update \w+_end:assistantMessageEvent/, 'repeats what the deltas said'],
  [
    /^message_update toolcall_delta:assistantMessageEvent\.(type|contentIndex)/,
    'the first delta of a call is empty',
  ],
  [/^message_end assistant:message\.(api|responseId|rawStopReason)/, "the provider's own marks"],
  [/^message_end assistant:.*thinkingSignature/, "the provider's own marks"],
  [/^message_end toolResult:/, 'repeats the end of its run'],
  [/^message_end system:/, 'hidden; the page asks for it when a person opens it'],
  [/^message_end user:message\.content\[\]\.data/, 'a picture that is none'],
  [/^tool_execution_update:(args|toolName|toolCallId)/, 'its start said so'],
  [/\.details\.truncation\.content$/, 'repeats the output'],
  [/^bash_execution_update:/, 'goes to the stream of output'],
  [/^compaction_end:result\.(usage|firstKeptEntryId)/, 'in the statistics of the session'],
];

/** Which of them were needed. */
const used = new Set<number>();

type Path = readonly (string | number)[];

interface Place {
  recording: Recording;
  /** Which event of it. */
  at: number;
  path: Path;
}

for (const version of RECORDED) {
  test(`pi ${version}: every recorded field is told to the pages, or it is said why not`, () => {
    const untold = [...placesOf(readRecordings(version))]
      .filter(([, place]) => !isTold(place))
      .map(([name]) => name);
    for (const name of untold) used.add(NOT_TOLD.findIndex(([known]) => known.test(name)));
    assert.deepEqual(
      untold.filter((name) => !NOT_TOLD.some(([known]) => known.test(name))),
      [],
    );
  });

  test(`pi ${version}: what was said, shown and summed up stands in the view as soon as it ended`, () => {
    let rows = 0;
    for (const recording of readRecordings(version)) {
      const stage = slim({ date: () => 0, images: new ImageStore() });
      let view = emptyView('/workspace');
      for (const { event } of eventsOf(recording)) {
        view = stage.push([event]).reduce(reduce, view);
        const expected = rowOf(event);
        if (!expected) continue;
        assert.deepEqual(gist(view.entries.at(-1)!.message), gist(expected), recording.scenario);
        rows += 1;
      }
    }
    assert.ok(rows > 50);
  });
}

test('nothing in the list of what is not told is out of date', () => {
  assert.deepEqual(
    NOT_TOLD.filter((_known, at) => !used.has(at)).map(([, reason]) => reason),
    [],
  );
});

/** The row that this event has to end in, if it is one to end in. */
function rowOf(event: PiEvent): AgentMessage | undefined {
  if (event.type === 'message_end' && isShown(event.message) && event.message.role !== 'assistant')
    return event.message;
  if (event.type !== 'compaction_end' || !event.result) return undefined;
  const { summary, tokensBefore } = event.result;
  return { role: 'compactionSummary', summary, tokensBefore, timestamp: 0 };
}

/** Texts, and how many pictures that can be shown. */
function gist(message: AgentMessage): unknown {
  switch (message.role) {
    case 'user':
    case 'custom': {
      const { role, content } = message;
      const blocks = typeof content === 'string' ? [] : content;
      const pictures = blocks.filter(
        (block) => block.type === 'image' && (block.panel_ref ?? block.data?.length),
      );
      const text =
        typeof content === 'string' ? content : plainText(content.filter((block) => block.type === 'text'));
      return {
        role,
        text: text.replace(/\[a part that cannot be shown\]|\[\S+ not shown\]/g, ''),
        pictures: pictures.length,
      };
    }
    case 'compactionSummary':
      return { ...message, timestamp: 0 };
    default:
      return message;
  }
}

/** One place for each field that occurs, in the shortest recording that has it. */
function placesOf(recordings: readonly Recording[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const recording of recordings.toSorted((a, b) => a.lines.length - b.lines.length)) {
    for (const [at, { event }] of eventsOf(recording).entries())
      for (const path of leavesOf(event)) {
        const name = nameOf(event, path);
        if (!places.has(name)) places.set(name, { recording, at, path });
      }
  }
  return places;
}

function isTold({ recording, at, path }: Place): boolean {
  const events = eventsOf(recording)
    .map(({ event }) => event)
    .slice(0, at + 1);
  const changed = [...events.slice(0, -1), withOther(events.at(-1)!, path) as PiEvent];
  return said(events) !== said(changed);
}

function said(events: readonly PiEvent[]): string {
  const stage = slim({ date: () => 0, images: new ImageStore() });
  return JSON.stringify(stage.push(events));
}

function* leavesOf(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) yield path;
  else
    for (const [name, part] of Object.entries(value))
      yield* leavesOf(part, [...path, Array.isArray(value) ? Number(name) : name]);
}

/** `message_end assistant: content[text].text`: what a reader of the list can tell apart, and no more. */
function nameOf(event: PiEvent, path: Path): string {
  const kind =
    event.type === 'message_update'
      ? event.assistantMessageEvent.type
      : 'message' in event && typeof event.message === 'object'
        ? event.message.role
        : event.type === 'extension_ui_request'
          ? event.method
          : '';
  const parts: string[] = [];
  let value: unknown = event;
  for (const part of path) {
    const inside = (value as Record<string | number, unknown>)[part];
    if (typeof part === 'string') parts.push(`.${part}`);
    else {
      const { type, role } = (typeof inside === 'object' && inside !== null ? inside : {}) as {
        type?: unknown;
        role?: unknown;
      };
      parts.push(`[${[type, role].find((word) => typeof word === 'string') ?? ''}]`);
    }
    value = inside;
  }
  return `${event.type}${kind && ` ${kind}`}:${parts.join('').slice(1)}`;
}

function withOther(value: unknown, [first, ...rest]: Path): unknown {
  if (first === undefined) return other(value);
  const copy: unknown = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  const fields = copy as Record<string | number, unknown>;
  fields[first] = withOther(fields[first], rest);
  return copy;
}

function other(value: unknown): unknown {
  if (typeof value === 'string') return `x${value}`;
  if (typeof value === 'number') return value + 1;
  return value === true ? false : true;
}
