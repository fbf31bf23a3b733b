import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PiEvent } from '../../../shared/pi/events.ts';
import { emptyView } from '../../../shared/view/view.ts';
import { Feed } from './feed.ts';
import { ImageStore } from './images.ts';

const start: PiEvent = {
  type: 'tool_execution_start',
  toolCallId: 'c1',
  toolName: 'bash',
  args: { command: 'x' },
};
const update: PiEvent = {
  type: 'tool_execution_update',
  toolCallId: 'c1',
  toolName: 'bash',
  partialResult: { content: [{ type: 'text', text: 'line 1\n' }] },
};

/** Outputs that tell of growth at once, while the event that brought it is still being slimmed. */
function feedWithOutputs(): Feed {
  const feed: Feed = new Feed({
    agent: 'a1',
    build: 'b1',
    view: emptyView('/work', null),
    images: new ImageStore(),
    outputs: {
      start: () => undefined,
      snapshot: (call) =>
        feed.emit({
          type: 'tool_execution_update',
          toolCallId: call,
          panel_output: { delta: 'line 1\n', bytes: 7 },
        }),
      append: () => undefined,
      end: () => undefined,
    },
    queue: { trackEvent: () => undefined, drainEvents: () => [] },
    onFolded: () => undefined,
  });
  return feed;
}

test('output that comes in one chunk with the start of its run does not overtake it', () => {
  const feed = feedWithOutputs();
  feed.push([start, update]);
  assert.deepEqual(feed.view.toolRuns.c1?.output, { bytes: 7, tail: 'line 1\n' });
});

test('what the server says between two chunks stands between them', () => {
  const feed = feedWithOutputs();
  feed.push([{ type: 'agent_start' }]);
  feed.emit({ type: 'panel_notice', kind: 'info', message: 'between', panel_at: 1 });
  feed.push([{ type: 'agent_settled' }]);
  assert.equal(feed.view.run, null);
  assert.equal(feed.view.notices[0]?.message, 'between');
});
