// Pages without sockets: the fan-outs and event streams of a panel in this process, and readers that throw everything
// away. The cost of a frame here is therefore the cost of the panel's own code.
import { FanOut } from '../../../server/agent/feed/fan-out.ts';
import { eventStream } from '../../../server/routes/event-stream.ts';
import { reduce } from '../../../shared/view/reduce.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { emptyView } from '../../../shared/view/view.ts';

const FRAMES = 500;
const WARM_FRAMES = 50;

export interface Simulated {
  /** CPU time of one display frame in which every agent writes a few words, in ms. */
  frameMs: number;
  /** Bytes that each page got in such a frame. */
  bytes: number;
}

export async function simulatePages(agents: number, pagesEach: number): Promise<Simulated> {
  const begin: ViewEvent = {
    type: 'message_start',
    message: { role: 'assistant', content: [], stopReason: 'stop', timestamp: 1 },
  };
  const view = reduce(emptyView('/project'), begin);
  const fanOuts = Array.from(
    { length: agents },
    (_, n) => new FanOut({ agent: `agent-${n}`, build: 'bench', view: () => view }),
  );
  const streams = fanOuts.flatMap((fanOut) =>
    Array.from({ length: pagesEach }, () =>
      eventStream([fanOut.follow({ isCompact: true })], { isCompact: true }),
    ),
  );
  let bytes = 0;
  const readers = streams.map((stream) => stream.getReader());
  const reads = readers.map(async (reader) => {
    for (let read = await reader.read(); !read.done; read = await reader.read()) bytes += read.value.length;
  });
  const frame = async (n: number): Promise<void> => {
    const delta = `word ${n} and more `;
    const assistantMessageEvent = { type: 'text_delta', contentIndex: 0, delta } as const;
    for (const fanOut of fanOuts) fanOut.send([{ type: 'message_update', assistantMessageEvent }]);
    await new Promise((resolve) => setImmediate(resolve));
  };
  for (let n = 0; n < WARM_FRAMES; n++) await frame(n);
  bytes = 0;
  const before = process.cpuUsage();
  for (let n = 0; n < FRAMES; n++) await frame(n);
  const { user, system } = process.cpuUsage(before);
  await Promise.all(readers.map((reader) => reader.cancel()));
  await Promise.all(reads);
  if (bytes === 0) throw new Error('The simulated pages read nothing.');
  return { frameMs: (user + system) / 1000 / FRAMES, bytes: bytes / FRAMES / streams.length };
}
