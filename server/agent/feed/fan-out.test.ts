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

/** A fan-out over a view that really folds, as the feed does. */
function feed() {
  let view: View = emptyView('/work');
  const fanOut = new FanOut({ agent: 'a1', build: 'b1', view: () => view });
  return {
    fanOut,
    view: () => view,
    say: (...events: ViewEvent[]): void => {
      for (const event of events) view = reduce(view, event);
      fanOut.send(events);
    },
  };
}

/** What a page would have after taking everything. */
function read(follower: Follower, page: { view: View | null; ids: string[] }): void {
  for (let bytes = follower.take(); bytes; bytes = follower.take()) {
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

test('R-04: a follower gets the view as it is, then every event, each with a rising id', () => {
  const { fanOut, say, view } = feed();
  say(notice(1));
  const follower = fanOut.follow();
  const page = { view: null as View | null, ids: [] as string[] };
  read(follower, page);
  say(notice(2), notice(3));
  read(follower, page);
  assert.deepEqual(page.view, view());
  assert.deepEqual(page.ids, ['a1.1', 'a1.2', 'a1.3']);
});

test('R-04: events before the snapshot is taken are in it and do not come twice', () => {
  const { fanOut, say, view } = feed();
  const follower = fanOut.follow();
  say(notice(1), notice(2));
  const page = { view: null as View | null, ids: [] as string[] };
  read(follower, page);
  assert.deepEqual(page.view, view());
  assert.equal(page.ids.length, 1);
});

test('R-02: a follower that falls behind loses its backlog and catches up by one snapshot', () => {
  const { fanOut, say, view } = feed();
  const slow = fanOut.follow();
  const quick = fanOut.follow();
  const page = { view: null as View | null, ids: [] as string[] };
  const quickPage = { view: null as View | null, ids: [] as string[] };
  read(slow, page);
  for (let n = 0; n < 10_000; n++) {
    say(notice(n));
    read(quick, quickPage);
  }
  read(slow, page);
  assert.deepEqual(page.view, view());
  assert.deepEqual(quickPage.view, view());
  assert.ok(page.ids.length < 300, `${page.ids.length} frames were kept for a follower that does not read`);
});

test('R-05: a few huge events make a follower start over, too', () => {
  const { fanOut, say, view } = feed();
  const slow = fanOut.follow();
  const page = { view: null as View | null, ids: [] as string[] };
  read(slow, page);
  for (let n = 0; n < 8; n++)
    say({ type: 'panel_notice', kind: 'info', message: 'x'.repeat(500_000), panel_at: n });
  const first = slow.take();
  assert.match(first!.toString('utf8', 0, 20), /^event: snapshot/);
  read(slow, page);
  const { view: sent } = JSON.parse(first!.toString().split('data: ')[1]!) as { view: View };
  assert.deepEqual(sent, view());
});

test('a follower that was closed is told nothing more', () => {
  const { fanOut, say } = feed();
  const follower = fanOut.follow();
  follower.take();
  let wakes = 0;
  follower.onReady = () => wakes++;
  say(notice(1));
  follower.close();
  say(notice(2));
  assert.equal(wakes, 1);
  assert.equal(fanOut.followers, 0);
});
