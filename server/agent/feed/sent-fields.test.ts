// No field that pi was recorded to write is dropped by oversight: each one changes what a page receives, or is in the
// list below with the reason why only the event log has it.
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

/** Fields that reach pages in another event, or only the event log. */
const NOT_SENT: readonly [RegExp, string][] = [
  [/^agent_end:messages/, 'repeats every message of the run'],
  [/^turn_end \w+:(message|toolResults)/, 'repeats the messages of the turn'],
  [/^entry_appended:entry/, 'repeats what was stored: a message or a result'],
  [/^message_start (user|custom|toolResult|system):/, 'its end has all of it'],
  [/^message_start assistant:message\.(api|responseId|usage)/, 'its end has them'],
  [
    /^message_update \w+:(message|assistantMessageEvent\.partial|usage)\b/,
    'the message so far; its end is what counts',
  ],
  [/^message_update \w+_end:assistantMessageEvent/, 'repeats the deltas'],
  [
    /^message_update toolcall_delta:assistantMessageEvent\.(type|contentIndex)/,
    'the first delta of a call is empty',
  ],
  [/^message_end assistant:message\.(api|responseId|rawStopReason)/, 'internal to the provider'],
  [/^message_end assistant:.*thinkingSignature/, 'internal to the provider'],
  [/^message_end toolResult:/, 'repeats the end of its run'],
  [/^message_end system:/, 'hidden; the page requests it when the user opens it'],
  [/^message_end user:message\.content\[\]\.data/, 'not an image'],
  [/^tool_execution_update:(args|toolName|toolCallId)/, 'its start has them'],
  [/\.details\.truncation\.content$/, 'repeats the output'],
  [/^tool_execution_end:result\.structuredContent/, 'of bash, and repeats its output'],
  [/^tool_execution_end:(durationMs|result\.isError)/, 'its times and its isError say the same'],
  [/^bash_execution_update:/, 'goes to the output stream'],
  [/^compaction_end:result\.firstKeptEntryId/, 'the session file has it'],
];

/** Indexes of the entries that were needed. */
const used = new Set<number>();

type Path = readonly (string | number)[];

interface Place {
  recording: Recording;
  /** Index of the event. */
  at: number;
  path: Path;
}

for (const version of RECORDED) {
  test(`pi ${version}: every recorded field is sent to the pages, or has a reason why not`, () => {
    const unsent = [...placesOf(readRecordings(version))]
      .filter(([, place]) => !isSent(place))
      .map(([name]) => name);
    for (const name of unsent) used.add(NOT_SENT.findIndex(([known]) => known.test(name)));
    assert.deepEqual(
      unsent.filter((name) => !NOT_SENT.some(([known]) => known.test(name))),
      [],
    );
  });

  test(`pi ${version}: every message and summary is in the view as soon as it has ended`, () => {
    let rows = 0;
    for (const recording of readRecordings(version)) {
      const stage = slim({ date: () => 0, images: new ImageStore() });
      let view = emptyView('/workspace');
      for (const { event } of eventsOf(recording)) {
        view = stage.push([event]).reduce(reduce, view);
        const expected = messageOf(event);
        if (!expected) continue;
        assert.deepEqual(gist(view.entries.at(-1)!.message), gist(expected), recording.scenario);
        rows += 1;
      }
    }
    assert.ok(rows > 50);
  });
}

test('every entry of the list is still needed', () => {
  assert.deepEqual(
    NOT_SENT.filter((_known, at) => !used.has(at)).map(([, reason]) => reason),
    [],
  );
});

/** The message that this event adds to the view, if it adds one. */
function messageOf(event: PiEvent): AgentMessage | undefined {
  if (event.type === 'message_end' && isShown(event.message) && event.message.role !== 'assistant')
    return event.message;
  if (event.type !== 'compaction_end' || !event.result) return undefined;
  const { summary, tokensBefore, usage } = event.result;
  return { role: 'compactionSummary', summary, tokensBefore, ...(usage && { usage }), timestamp: 0 };
}

/** The text, and the number of images that can be shown. */
function gist(message: AgentMessage): unknown {
  switch (message.role) {
    case 'user':
    case 'custom': {
      const { role, content } = message;
      const blocks = typeof content === 'string' ? [] : content;
      const images = blocks.filter(
        (block) => block.type === 'image' && (block.panel_ref ?? block.data?.length),
      );
      const text =
        typeof content === 'string' ? content : plainText(content.filter((block) => block.type === 'text'));
      return {
        role,
        text: text.replace(/\[a part that cannot be shown\]|\[\S+ not shown\]/g, ''),
        images: images.length,
      };
    }
    case 'compactionSummary':
      return { ...message, timestamp: 0 };
    default:
      return message;
  }
}

/** A place of each field, in the shortest recording that has it. */
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

function isSent({ recording, at, path }: Place): boolean {
  const events = eventsOf(recording)
    .map(({ event }) => event)
    .slice(0, at + 1);
  const changed = [...events.slice(0, -1), withOther(events.at(-1)!, path) as PiEvent];
  return sentFor(events) !== sentFor(changed);
}

function sentFor(events: readonly PiEvent[]): string {
  const stage = slim({ date: () => 0, images: new ImageStore() });
  return JSON.stringify(stage.push(events));
}

function* leavesOf(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) yield path;
  else
    for (const [name, part] of Object.entries(value))
      yield* leavesOf(part, [...path, Array.isArray(value) ? Number(name) : name]);
}

/** Such as `message_end assistant:message.content[text].text`. */
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
