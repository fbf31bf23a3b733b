import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../../shared/view/reduce.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { emptyView, type View } from '../../../shared/view/view.ts';
import { FanOut, type Follower } from './fan-out.ts';

const notice = (n: number): ViewEvent => ({
  type: 'panel_notice',
  kind: 'info',
  message: `message ${n}`,
  panel_at: n,
});

/** A fan-out of a view that is folded, as in the feed. */
function createFanOut() {
  let view: View = emptyView('/home/me/project');
  const fanOut = new FanOut({ agent: 'a1', build: 'b1', view: () => view });
  return {
    fanOut,
    view: () => view,
    send: (...events: ViewEvent[]): void => {
      for (const event of events) view = reduce(view, event);
      fanOut.send(events);
    },
  };
}

/** Folds everything that the follower has not sent into the page. */
function read(follower: Follower, page: { view: View | null; ids: string[] }): void {
  for (let bytes = follower.takeUnsent(); bytes; bytes = follower.takeUnsent()) {
    for (const frame of bytes.toString().split('\n\n').filter(Boolean)) {
      const [event, id, data] = frame.split('\n').map((line) => line.slice(line.indexOf(': ') + 2));
      const body = JSON.parse(data!) as { view: View } & ViewEvent;
      page.ids.push(id!);
      if (event === 'snapshot') page.view = body.view;
      else if (page.view) {
        const { agent: _agent, ...record } = body as unknown as { agent: string } & ViewEvent;
        page.view = reduce(page.view, record);
      }
    }
  }
}

test('R-04: a follower gets a snapshot, then every event, each with the next id', () => {
  const { fanOut, send, view } = createFanOut();
  send(notice(1));
  const follower = fanOut.follow();
  const page = { view: null as View | null, ids: [] as string[] };
  read(follower, page);
  send(notice(2), notice(3));
  read(follower, page);
  assert.deepEqual(page.view, view());
  assert.deepEqual(page.ids, ['a1.1', 'a1.2', 'a1.3']);
});

test('R-04: events before the snapshot is sent are part of it and are not sent again', () => {
  const { fanOut, send, view } = createFanOut();
  const follower = fanOut.follow();
  send(notice(1), notice(2));
  const page = { view: null as View | null, ids: [] as string[] };
  read(follower, page);
  assert.deepEqual(page.view, view());
  assert.equal(page.ids.length, 1);
});

test('R-02: a follower that falls behind loses its backlog and gets one snapshot', () => {
  const { fanOut, send, view } = createFanOut();
  const slow = fanOut.follow();
  const quick = fanOut.follow();
  const page = { view: null as View | null, ids: [] as string[] };
  const quickPage = { view: null as View | null, ids: [] as string[] };
  read(slow, page);
  for (let n = 0; n < 10_000; n++) {
    send(notice(n));
    read(quick, quickPage);
  }
  read(slow, page);
  assert.deepEqual(page.view, view());
  assert.deepEqual(quickPage.view, view());
  assert.ok(page.ids.length < 300, `${page.ids.length} frames were kept for a follower that does not read`);
});

test('R-05: a few huge events also make a follower start over with a snapshot', () => {
  const { fanOut, send, view } = createFanOut();
  const slow = fanOut.follow();
  const page = { view: null as View | null, ids: [] as string[] };
  read(slow, page);
  for (let n = 0; n < 8; n++)
    send({ type: 'panel_notice', kind: 'info', message: 'x'.repeat(500_000), panel_at: n });
  const first = slow.takeUnsent();
  assert.match(first!.toString('utf8', 0, 20), /^event: snapshot/);
  read(slow, page);
  const { view: sent } = JSON.parse(first!.toString().split('data: ')[1]!) as { view: View };
  assert.deepEqual(sent, view());
});

test('a closed follower is no longer notified', () => {
  const { fanOut, send } = createFanOut();
  const follower = fanOut.follow();
  follower.takeUnsent();
  let wakes = 0;
  follower.onReady = () => wakes++;
  send(notice(1));
  follower.close();
  send(notice(2));
  assert.equal(wakes, 1);
  assert.equal(fanOut.followers, 0);
});

test('a page that reconnects gets a resumed frame and only the events that it missed', () => {
  const { fanOut, send } = createFanOut();
  send(notice(1), notice(2), notice(3));
  const follower = fanOut.follow({ after: 'a1.2' });
  assert.match(follower.takeUnsent()!.toString(), /^event: resumed\n/);
  assert.match(follower.takeUnsent()!.toString(), /^event: message\nid: a1\.3\n.*message 3/);
  assert.equal(follower.takeUnsent(), null);
});

test('a page that reconnects with an id that is unknown or too old gets a snapshot', () => {
  const { fanOut, send } = createFanOut();
  for (let n = 0; n < 1100; n++) send(notice(n));
  for (const id of ['a1.1', 'a1.1101', 'a1.x', 'b2.1100', ''])
    assert.match(fanOut.follow({ after: id }).takeUnsent()!.toString('utf8', 0, 20), /^event: snapshot/, id);
});

test('all followers get a snapshot of a view that was replaced', () => {
  const { fanOut, send } = createFanOut();
  const follower = fanOut.follow();
  follower.takeUnsent();
  send(notice(1));
  fanOut.sendSnapshot();
  assert.match(follower.takeUnsent()!.toString(), /^event: snapshot\nid: a1\.2\n/);
});

test('a follower gets the missed events and then one gone frame when the agent is gone', () => {
  const { fanOut, send } = createFanOut();
  const follower = fanOut.follow();
  follower.takeUnsent();
  send(notice(1));
  fanOut.announceGone();
  assert.match(follower.takeUnsent()!.toString(), /^event: message/);
  assert.match(follower.takeUnsent()!.toString(), /^event: gone/);
  assert.equal(follower.takeUnsent(), null);
});

test('the 65th follower is refused until another one is closed', () => {
  const { fanOut } = createFanOut();
  const followers = Array.from({ length: 64 }, () => fanOut.follow());
  assert.throws(() => fanOut.follow(), { code: 'too_many_followers', status: 503 });
  followers[0]!.close();
  fanOut.follow();
});
