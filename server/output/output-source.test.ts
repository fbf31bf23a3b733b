import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { ToolResult } from '../../shared/pi/events.ts';
import { OutputLog } from './output-log.ts';
import { OutputSource } from './output-source.ts';
import { OutputWriter } from './output-writer.ts';
import { Spool } from './spool.ts';

const folder = mkdtempSync(join(tmpdir(), 'output-source-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newPath = (): string => join(folder, `pi-bash-${String((files += 1)).padStart(16, '0')}.log`);

function begin(t: TestContext) {
  const [log, spool] = [new OutputLog(), new Spool(1_000_000)];
  const writer = new OutputWriter({ log, spool, onText: () => {} });
  const completed = Promise.withResolvers<void>();
  const onComplete = (): void => (log.complete(), completed.resolve());
  const source = new OutputSource({ log, writer, folder, onGrowth: () => {}, onComplete });
  t.after(async () => {
    await source.close();
    log.close();
    await spool.close();
  });
  const read = async (): Promise<string> => {
    await completed.promise;
    const chunks: Uint8Array[] = [];
    for await (const chunk of log.read()) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  return { source, read };
}

const whole = (text: string): ToolResult => ({ content: [{ type: 'text', text }] });

/** What pi sends of a longer output: its end, without the last line break, and the number of all bytes. */
function tail(text: string, bytes: number, path?: string): ToolResult {
  const truncation = { truncated: true, totalBytes: text.length };
  return {
    content: [{ type: 'text', text: text.slice(-bytes).replace(/\n$/, '') }],
    details: { truncation, ...(path !== undefined && { fullOutputPath: path }) },
  };
}

/** Returns numbers from 0 to below 1 that are the same in each run. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The most bytes that these results show. */
const SHOWN = 200;

/**
 * What pi's file is when pi sends this record: it has the output so far; it is created late, never, or for another
 * output; or it never gets its end.
 */
const FILES = ['whole', 'late', 'never', 'other', 'without its end'] as const;

test('each output is complete, in order and without repetitions, whatever becomes of pi’s file', async (t) => {
  const run = async (seed: number): Promise<void> => {
    const next = numbersOf(seed);
    const file = FILES[seed % FILES.length]!;
    const { source, read } = begin(t);
    const path = newPath();
    let [output, written] = ['', 0];
    const write = (end: number): void => {
      appendFileSync(path, output.slice(written, end));
      written = end;
    };
    const records = 4 + Math.floor(next() * 12);
    let isNamed = false;
    for (let nth = 0; nth < records; nth += 1) {
      // Less than what a record shows, so that records overlap.
      for (let lines = Math.floor(next() * 12); lines >= 0; lines -= 1)
        output += `${seed} ${nth} ${lines} ${'x'.repeat(Math.floor(next() * 3))}\n`;
      const isLong = output.length > SHOWN;
      if (isLong && file === 'other' && !isNamed) writeFileSync(path, 'of another run\n'.repeat(100));
      if (file === 'whole' || (file === 'late' && nth > records / 2)) write(output.length);
      if (file === 'without its end' && nth < records - 1) write(output.length);
      source.addSnapshot(isLong ? tail(output, SHOWN, path) : whole(output));
      isNamed ||= isLong;
      // Sometimes the file is read in between.
      if (next() < 0.5) await setImmediate();
    }
    source.end(isNamed ? tail(output, SHOWN, path) : whole(output));
    assert.equal(await read(), output, `${seed}: the file is ${file}`);
    assert.equal(source.phase, 'ended');
  };
  await Promise.all(Array.from({ length: 60 }, (_, seed) => run(seed)));
});

test('of more tails than are kept while a file is awaited, the last ones are shown, after a mark of what is missing', async (t) => {
  const { source, read } = begin(t);
  const path = newPath();
  source.addSnapshot(whole('begin\n'));
  let output = 'begin\n';
  for (let nth = 0; nth < 30; nth += 1) {
    output += `line ${String(nth).padStart(2, '0')}\n`;
    source.addSnapshot(tail(output, 8, path));
  }
  // It is for another output.
  writeFileSync(path, 'something else\n');
  source.end(tail(output, 8, path));
  const [head, rest] = (await read()).split(/\[… .* not shown by pi …\]\n/);
  assert.equal(head, 'begin\n');
  assert.equal(rest, output.slice(output.indexOf('line 10')));
});

test('a file that another run has neither ends the run that was offered it nor adds to its output', async (t) => {
  const { source, read } = begin(t);
  const [found, named] = [newPath(), newPath()];
  writeFileSync(found, 'same begin\nof another run\n');
  source.addSnapshot(whole('same begin\n'));
  source.offerFile(found);
  assert.equal(source.from, 'file');
  const output = `same begin\n${'of this run\n'.repeat(10)}`;
  writeFileSync(named, output);
  source.addSnapshot(tail(output, 24, named));
  // The first file is closed, and what it was read to is known, before the run goes on.
  for (let turn = 0; turn < 50; turn += 1) await setImmediate();
  assert.equal(source.phase, 'running');
  assert.equal(source.isFor(found), false);
  appendFileSync(named, 'the end\n');
  source.end(tail(`${output}the end\n`, 24, named));
  const log = await read();
  assert.equal(log.endsWith(`${output}the end\n`), true, log);
  assert.match(
    log,
    /^same begin\n(?:of another run\n)?\[… pi keeps this output in another file; all of it follows …\]\n/,
  );
});

test('what pi writes into its file after the end of a run is read, as long as it is less than pi has counted', async (t) => {
  // However slow this machine is, the file is not given up.
  t.mock.method(performance, 'now', () => 0);
  const { source, read } = begin(t);
  const path = newPath();
  const output = Array.from({ length: 200 }, (_, nth) => `line ${nth}\n`).join('');
  writeFileSync(path, output.slice(0, 100));
  source.addSnapshot(tail(output.slice(0, 100), 8, path));
  // Its last text has only the last line.
  source.end(tail(output, 9, path));
  for (let written = 100; written < output.length; written += 400) {
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    assert.equal(source.phase, 'draining');
    appendFileSync(path, output.slice(written, written + 400));
  }
  assert.equal(await read(), output);
});

test('a file whose run was ended by another source, or by the end of the panel, adds nothing any longer', async (t) => {
  for (const stop of ['leave', 'close'] as const) {
    const { source } = begin(t);
    const path = newPath();
    mkdirSync(folder, { recursive: true });
    const output = 'line\n'.repeat(100);
    writeFileSync(path, output);
    source.addSnapshot(tail(output, 50, path));
    await source[stop]();
    const { phase } = source;
    source.addSnapshot(tail(`${output}more\n`, 50, path));
    source.addDelta('more');
    source.end(tail(output, 50, path));
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    assert.equal(source.phase, phase, stop);
  }
});
