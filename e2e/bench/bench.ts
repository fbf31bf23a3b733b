// The figures of docs/bench.md: `npm run bench`, or with options `npm run bench -- --quick --only M2`.
// Runs the metrics one after another in one process; each has its own file.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { answerBytes } from './metrics/answer-bytes.ts';
import { bashOutput } from './metrics/bash-output.ts';
import { changes } from './metrics/changes.ts';
import { eventLatency } from './metrics/event-latency.ts';
import type { Metric } from './figures/figure.ts';
import { fanOut } from './metrics/fan-out.ts';
import { fileIndex } from './metrics/file-index.ts';
import { firstScript } from './metrics/first-script.ts';
import { language } from './metrics/language.ts';
import { openLab, type OpenLab } from './lab/lab.ts';
import { describeMachine, load, readMachine } from './figures/machine.ts';
import { failsBench, judgeMetric, type Result } from './figures/result.ts';
import { openSession } from './metrics/open-session.ts';
import { peer } from './peer/peer.ts';
import { preview } from './metrics/preview.ts';
import { readingBack } from './metrics/reading-back.ts';
import { sessionSearch } from './metrics/session-search.ts';
import { shell } from './metrics/shell.ts';
import { sourceControl } from './metrics/source-control.ts';
import { start } from './metrics/start.ts';
import { steerAnswer } from './metrics/steer-answer.ts';
import { markdownTable, terminalTable } from './figures/table.ts';
import { streamedMarkdown } from './metrics/streamed-markdown.ts';
import { tenAgents } from './metrics/ten-agents.ts';
import { terminalPaint } from './metrics/terminal-paint.ts';

const METRICS: readonly Metric[] = [
  eventLatency,
  answerBytes,
  bashOutput,
  terminalPaint,
  streamedMarkdown,
  openSession,
  readingBack,
  start,
  steerAnswer,
  firstScript,
  changes,
  sessionSearch,
  fileIndex,
  sourceControl,
  fanOut,
  tenAgents,
  shell,
  language,
  preview,
];
const REPETITIONS = 5;
const QUICK = 2;
const DOCUMENT = fileURLToPath(new URL('../../docs/bench.md', import.meta.url));

const HELP = `npm run bench -- [options]

  --only M2[,M3]   measure only these (${METRICS.map(({ id }) => id).join(', ')})
  --peer           measure @agegr/pi-web from the npm registry on the same work instead (BENCH_PEER: where it is installed)
  --quick          ${QUICK} repetitions instead of ${REPETITIONS}
  --json           print one JSON line per metric instead of the table
  --write          also write the table to docs/bench.md

Exits with 1 when a budget (bytes, frames, completeness) is exceeded or something could not be measured.
`;

let lab: OpenLab | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    console.error(`bench: ${signal}, stopping ...`);
    void (lab?.close() ?? Promise.resolve()).finally(() => process.exit(1));
  });
}

const options = readOptions();
if (options) await bench(options);

interface Options {
  metrics: readonly Metric[];
  repetitions: number;
  json: boolean;
  write: boolean;
}

async function bench({ metrics, repetitions, json, write }: Options): Promise<void> {
  const machine = await readMachine();
  const started = { load: load(), at: performance.now() };
  const results: Result[] = [];
  for (const metric of metrics) {
    const before = load();
    const result = await measure(metric, repetitions);
    results.push(result);
    if (json) console.log(JSON.stringify({ ...result, repetitions, load: [before, load()], ...machine }));
  }
  const seconds = Math.round((performance.now() - started.at) / 1000);
  const about = [
    `${repetitions} repetitions, product and floor in turn or at the same time: median (minimum to maximum). ${seconds} s.`,
    `${describeMachine(machine)}, load ${started.load} before and ${load()} after`,
  ];
  if (!json) console.log(`${about.join('\n')}\n\n${terminalTable(results)}`);
  if (write) await writeDocument(`${about.join('  \n')}\n\n${markdownTable(results)}`);
  if (results.some(failsBench)) process.exitCode = 1;
}

/** Measures a metric. One that fails does not keep the others from being measured. */
async function measure(metric: Metric, repetitions: number): Promise<Result> {
  lab = await openLab({ repetitions, report: (text) => console.error(`bench: ${text}`) });
  try {
    return judgeMetric(metric, await metric.measure(lab));
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    console.error(`bench: ${metric.id} could not be measured: ${failure}`);
    return { metric: metric.id, title: metric.title, failure };
  } finally {
    await lab.close();
  }
}

async function writeDocument(table: string): Promise<void> {
  const [start, end] = ['<!-- table -->', '<!-- /table -->'];
  const text = await readFile(DOCUMENT, 'utf8');
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`docs/bench.md has no ${start} ... ${end} to write between.`);
  const written = `${text.slice(0, from + start.length)}\n\n${table}\n\n${text.slice(to)}`;
  const style = await resolveConfig(DOCUMENT);
  await writeFile(DOCUMENT, await format(written, { ...style, filepath: DOCUMENT }));
}

/** Undefined when there is nothing left to do. */
function readOptions(): Options | undefined {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string' },
        peer: { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return void console.log(HELP);
    const { json, write } = values;
    return {
      metrics: values.peer ? [peer] : findMetrics(values.only),
      repetitions: values.quick ? QUICK : REPETITIONS,
      json,
      write,
    };
  } catch (error) {
    console.error(
      `bench: ${error instanceof Error ? error.message : String(error)} (--help lists the options)`,
    );
    process.exitCode = 2;
    return undefined;
  }
}

function findMetrics(only: string | undefined): readonly Metric[] {
  if (only === undefined) return METRICS;
  return only.split(',').map((id) => {
    const metric = METRICS.find((candidate) => candidate.id === id.trim().toUpperCase());
    if (metric) return metric;
    throw new Error(`--only: unknown metric ${id}, known are ${METRICS.map((known) => known.id).join(', ')}`);
  });
}
