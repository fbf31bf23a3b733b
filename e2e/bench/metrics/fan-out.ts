// M17: what pages cost one panel. Over HTTP: the CPU time and the memory of its process while one agent writes an answer
// that 60 pages follow (an agent has at most 64), beside the same answer for one page. Linux. In this process: 1,000
// pages that follow 20 writing agents.
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { longText } from '../../../server/demo/long-text.ts';
import type { Figure, Metric } from '../figures/figure.ts';
import type { Lab } from '../lab/lab.ts';
import { BenchPanel } from '../lab/panel.ts';
import { makeScriptedPiHome } from '../lab/pi-home.ts';
import { EventClient } from '../lab/event-client.ts';
import { simulatePages } from '../lab/simulated-pages.ts';

const PAGES = 60;
const SIMULATED = { agents: 20, pagesEach: 50 };
const TOKENS = 1000;
const TOKENS_PER_SECOND = 100;
const TOKEN_LENGTH = 7;
const END = 'The last words of the answer.';
/** The unit of CPU time in /proc (USER_HZ). */
const TICK_MS = 10;
const PAGE_SIZE = 4096;

interface Followed {
  pages: number;
  cpuMs: number;
  rssBytes: number;
  /** Pages that got the end of the answer. */
  complete: number;
}

export const fanOut: Metric = {
  id: 'M17',
  title: 'what pages cost one panel',
  async measure(lab) {
    const one = await follow(lab, 1);
    const many = await follow(lab, PAGES);
    const { agents, pagesEach } = SIMULATED;
    lab.report(`M17: ${agents * pagesEach} simulated pages`);
    const simulated = await simulatePages(agents, pagesEach);
    const alone = await simulatePages(agents, 1);
    const floor = (value: (side: Followed) => number): Figure['floor'] => ({
      name: 'one page',
      values: [value(one)],
    });
    return [
      {
        name: `CPU time of the panel for an answer, ${PAGES} pages`,
        unit: 'ms',
        product: [many.cpuMs],
        floor: floor(({ cpuMs }) => cpuMs),
        note: `${TOKENS} tokens in ${TOKENS / TOKENS_PER_SECOND} s, pi in its own process`,
      },
      {
        name: `memory of the panel, ${PAGES} pages`,
        unit: 'bytes',
        product: [many.rssBytes],
        floor: floor(({ rssBytes }) => rssBytes),
      },
      {
        name: 'pages that got the whole answer',
        unit: '%',
        product: [(100 * many.complete) / many.pages],
        floor: floor(({ complete, pages }) => (100 * complete) / pages),
        target: { least: 100 },
      },
      {
        name: 'CPU time of a frame, 1,000 simulated pages',
        unit: 'ms',
        product: [simulated.frameMs],
        floor: { name: 'one page each', values: [alone.frameMs] },
        note: `${agents} agents that write, ${pagesEach} pages each, ${Math.round(simulated.bytes)} bytes to each page; without sockets`,
      },
    ];
  },
};

async function follow(lab: Lab, pages: number): Promise<Followed> {
  lab.report(`M17: ${pages} pages`);
  const { folders, model } = await makeScriptedPiHome(lab);
  const panel = await BenchPanel.open(lab, folders, { withDemo: false });
  const chunk = { chunk: TOKEN_LENGTH, every: 1000 / TOKENS_PER_SECOND };
  const text = longText(TOKENS * TOKEN_LENGTH).slice(0, TOKENS * TOKEN_LENGTH);
  model.queue([
    {
      steps: [
        { text, ...chunk },
        { text: END, chunk: END.length, every: 1 },
      ],
    },
  ]);
  const page = await EventClient.connect(panel);
  await page.whenIdle();
  const streams: IncomingMessage[] = [];
  for (let n = 0; n < pages; n++)
    streams.push(await panel.openRoute(`events?agents=${panel.agent}&form=compact`));
  const all = Promise.all(streams.map(untilEnd));
  const settled = page.whenSettled();
  const before = await cpuMs(panel.pid);
  await panel.send({ type: 'prompt', message: 'Write.' });
  await settled;
  const complete = (await all).filter(Boolean).length;
  const result = {
    pages,
    cpuMs: (await cpuMs(panel.pid)) - before,
    rssBytes: await rss(panel.pid),
    complete,
  };
  for (const stream of streams) stream.destroy();
  page.close();
  await Promise.all([panel.close(), model.close()]);
  return result;
}

/** Resolves with false if the stream ends before the answer does. */
async function untilEnd(stream: IncomingMessage): Promise<boolean> {
  let end = '';
  return new Promise((resolve) => {
    stream.setEncoding('utf8').on('data', (text: string) => {
      end = (end + text).slice(-20_000);
      if (end.includes('"agent_settled"')) resolve(end.includes('last words'));
    });
    stream.once('close', () => resolve(false));
  });
}

async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in brackets, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

async function rss(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]) * PAGE_SIZE;
}
