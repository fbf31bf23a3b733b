// M3: whether every byte of a bash run reaches the page, and how soon, beside a bare tail of pi's output file; and how
// much pi's own snapshots would have shown.
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PiEvent } from '../../../shared/pi/events.ts';
import { ownPi } from '../../../server/agent/process/own-pi.ts';
import { commandLine } from '../../../server/agent/process/program.ts';
import type { Answer } from '../../../server/demo/answer.ts';
import { nowMicros, withDeadline } from '../lab/timing.ts';
import { DirectPi } from '../floors/direct-pi.ts';
import { EventClient } from '../lab/event-client.ts';
import { startFileTail } from '../floors/file-tail.ts';
import type { Figure, Metric } from '../figures/figure.ts';
import type { Lab } from '../lab/lab.ts';
import { BenchPanel } from '../lab/panel.ts';
import { makeScriptedPiHome, type PiHome } from '../lab/pi-home.ts';
import { completeness, latencies, LINE_BYTES, linesIn, type Progress } from '../floors/stamped-lines.ts';
import { percentile } from '../figures/statistics.ts';

const BYTES = 10_000_000;
/** Bytes a second; 0 means as fast as possible. */
const RATES = [1_000_000, 0];
const GUARD_MS = 60_000;
/**
 * Once the output outgrows a snapshot, pi names its file in the next snapshot, of which it sends at most one in 100 ms
 * (in pi 0.73.1 to 1.5.2). Earlier lines cannot be read from the file any sooner.
 */
const NAMED_AFTER_MS = 150;

export const bashOutput: Metric = {
  id: 'M3',
  title: '10 MB of bash output',
  async measure(lab) {
    const home = await makeScriptedPiHome(lab);
    const { folders, env, model } = home;
    const panel = await BenchPanel.open(lab, folders, { withDemo: false });
    const argv = commandLine(await ownPi(), {});
    const direct = new DirectPi(lab, { argv, cwd: folders.workspace, env });
    const measure = async (rate: number): Promise<Run> => {
      model.queue(bashAnswers(rate));
      const run = await measureRun(lab, panel, home);
      await removeOutputs(folders.tmp);
      return run;
    };
    lab.report('M3 warming up');
    await measure(0);
    const figures: Figure[] = [];
    for (const rate of RATES) {
      const runs: Run[] = [];
      const shown: number[] = [];
      for (let repetition = 0; repetition < lab.repetitions; repetition++) {
        lab.report(`M3 ${nameOf(rate)}, ${repetition + 1} of ${lab.repetitions}`);
        runs.push(await measure(rate));
      }
      lab.report(`M3 ${nameOf(rate)}, snapshots of pi`);
      // Measured once, because it is a contrast and not a floor, does not vary, and takes as long as the run.
      model.queue(bashAnswers(rate));
      shown.push(await measureSnapshots(direct));
      await removeOutputs(folders.tmp);
      figures.push(...figuresOf({ rate, runs, shown }));
    }
    await Promise.all([panel.close(), direct.close(), model.close()]);
    return figures;
  },
};

interface Run {
  /** In percent. */
  complete: number;
  /** Bytes through the socket that reads the output, per byte of output. */
  watched: number;
  /** The same for the event stream, which is all that a page reads if it does not show the run. */
  unwatched: number;
  /** ms */
  product: Float64Array;
  tail: Float64Array;
  /** Lines written before pi had named its file. */
  head: number;
}

function bashAnswers(rate: number): Answer[] {
  const program = fileURLToPath(new URL('../floors/stamped-output.mjs', import.meta.url));
  const command = `"${process.execPath}" "${program}" ${BYTES} ${rate}`;
  return [{ steps: [{ tool: 'bash', args: { command } }] }, { steps: [{ text: 'Done.' }] }];
}

async function measureRun(lab: Lab, panel: BenchPanel, { folders: { tmp }, env }: PiHome): Promise<Run> {
  const tail = await startFileTail(lab, { folder: tmp, bytes: BYTES, env });
  const events = await EventClient.connect(panel);
  await events.whenIdle();
  const before = events.bytes;
  const started = events.nextEvent('tool_execution_start');
  const settled = events.nextEvent('agent_settled');
  await panel.send({ type: 'prompt', message: 'Run it.' });
  const event = await started;
  if (!('toolCallId' in event)) throw new Error('The tool run has no id.');

  const { bytes, progress, wire } = await readOutput(panel, event.toolCallId);
  await settled;
  const unwatched = (events.bytes - before) / BYTES;
  // A new session keeps the context from growing.
  await panel.send({ type: 'new_session' });
  events.close();
  const lines = linesIn(bytes);
  return {
    complete: completeness(bytes, BYTES),
    watched: wire / BYTES,
    unwatched,
    product: latencies(lines, progress),
    tail: latencies(lines, await tail.progress()),
    head: lines.findIndex(({ stamp }) => stamp > lines[0]!.stamp + NAMED_AFTER_MS * 1000),
  };
}

/** Reads the output from its start to its end, like a page that shows the run. */
async function readOutput(
  panel: BenchPanel,
  call: string,
): Promise<{ bytes: Buffer; progress: Progress; wire: number }> {
  const response = await panel.openRoute(`agents/${panel.agent}/calls/${call}/output?follow=1`);
  const chunks: Buffer[] = [];
  const progress: { offset: number; at: number }[] = [];
  let offset = 0;
  response.on('data', (chunk: Buffer) => {
    offset += chunk.length;
    progress.push({ offset, at: nowMicros() });
    chunks.push(chunk);
  });
  await withDeadline(GUARD_MS, 'the end of the output', once(response, 'end'));
  return { bytes: Buffer.concat(chunks), progress, wire: response.socket.bytesRead };
}

function figuresOf({ rate, runs, shown }: { rate: number; runs: Run[]; shown: number[] }): Figure[] {
  const output = { name: 'the output', values: runs.map(() => 100) };
  const latency = (percent: number, which: string, first: (run: Run) => number): Figure => ({
    name: `${nameOf(rate)}, p${percent}${which}`,
    unit: 'ms',
    product: runs.map((run) => percentile(run.product.subarray(first(run)), percent)),
    floor: {
      name: 'tail of the file',
      values: runs.map((run) => percentile(run.tail.subarray(first(run)), percent)),
    },
    target: { ratio: 2 },
  });
  return [
    {
      name: `${nameOf(rate)}, bytes that arrive`,
      unit: '%',
      product: runs.map((run) => run.complete),
      floor: { name: "pi's snapshots", values: shown },
      target: { least: 100 },
    },
    {
      name: `${nameOf(rate)}, bytes on the wire, watched`,
      unit: '%',
      product: runs.map((run) => 100 * run.watched),
      floor: output,
      target: { most: 102 },
    },
    {
      name: `${nameOf(rate)}, bytes on the wire, unwatched`,
      unit: '%',
      product: runs.map((run) => 100 * run.unwatched),
      floor: output,
      target: { most: 2 },
      note: 'all events of the run, which every page receives',
    },
    ...[50, 99].map((percent) => latency(percent, '', () => 0)),
    // Without a pace, most of the output is written before that.
    ...(rate > 0 ? [latency(99, ', once pi has named its file', ({ head }) => head)] : []),
  ];
}

function nameOf(rate: number): string {
  return rate === 0 ? 'unpaced' : `${rate / 1_000_000} MB/s`;
}

/** No version of pi deletes its output files. */
async function removeOutputs(tmp: string): Promise<void> {
  for (const name of await readdir(tmp)) {
    if (name.startsWith('pi-bash-')) await rm(join(tmp, name));
  }
}

/** Returns the percentage of the stamped output that appeared in any snapshot that pi sent while bash ran. */
async function measureSnapshots(direct: DirectPi): Promise<number> {
  const seen = new Set<number>();
  direct.onLine = (line) => {
    if (!line.toString('latin1', 0, 64).includes('"tool_execution_update"')) return;
    const event = JSON.parse(line.toString('utf8')) as Extract<PiEvent, { type: 'tool_execution_update' }>;
    for (const block of event.partialResult.content) {
      if (block.type !== 'text') continue;
      for (const { number } of linesIn(Buffer.from(block.text))) seen.add(number);
    }
  };
  const settled = direct.next('"type":"agent_settled"');
  await direct.ask({ type: 'prompt', message: 'Run it.' });
  await settled;
  await direct.ask({ type: 'new_session' });
  direct.onLine = () => undefined;
  return (seen.size * LINE_BYTES * 100) / BYTES;
}
