import assert from 'node:assert/strict';
import { readdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { collect, digest, printedBy, runTool, runUserBash, workFolder } from './fixtures/pi-bash.ts';
import { Outputs, type OutputGrowth, type OutputsOptions } from './outputs.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function open(t: TestContext, options: Partial<OutputsOptions> = {}): Outputs {
  // pi's bash runs in this process.
  const outputs = new Outputs({ onGrowth: () => {}, pid: () => process.pid, ...options });
  t.after(() => outputs.close());
  return outputs;
}

test('four runs at once with ten followers each stay apart', async (t) => {
  const outputs = open(t);
  const commands = ['seq 1 100000', 'seq 5 9', 'yes no | head -c 2000000', 'seq 1 3000'];
  for (const n of commands.keys()) outputs.start(`run ${n}`);
  const runs = commands.map((command, n) => runTool(outputs, `run ${n}`, command));
  const followers = commands.map((_, n) =>
    Promise.all(Array.from({ length: 10 }, () => collect(outputs.read(`run ${n}`, { follow: true })))),
  );
  await Promise.all(runs);
  for (const [n, command] of commands.entries()) {
    const expected = digest(await printedBy(command));
    for (const bytes of (await followers[n]) ?? []) assert.equal(digest(bytes), expected);
  }
});

test('a reader that leaves or stops reading does not delay the others', async (t) => {
  const outputs = open(t);
  outputs.start('run');
  const gone = new AbortController();
  const leaving = collect(outputs.read('run', { follow: true, signal: gone.signal }));
  const asleep = outputs.read('run', { follow: true })[Symbol.asyncIterator]();
  const first = asleep.next();
  gone.abort();
  await runTool(outputs, 'run', 'seq 1 300000');
  await leaving;

  const expected = await printedBy('seq 1 300000');
  assert.equal(digest(await collect(outputs.read('run', { follow: true }))), digest(expected));
  const parts = [(await first).value as Uint8Array];
  for (let next = await asleep.next(); !next.done; next = await asleep.next()) parts.push(next.value);
  assert.equal(
    digest(Buffer.concat(parts)),
    digest(expected.subarray(expected.length - Buffer.concat(parts).length)),
  );
});

test('growth is announced in small pieces that end where their byte count says, and never after the run', async (t) => {
  const announced: OutputGrowth[] = [];
  const outputs = open(t, { onGrowth: (growth) => announced.push(growth) });
  await runTool(outputs, 'run', 'for i in $(seq 1 10); do seq 1 20000; sleep 0.1; done');
  const count = announced.length;
  const expected = await collect(outputs.read('run'));
  assert.equal(announced.length, count);
  assert.ok(count >= 3 && announced.every(({ delta }) => delta.length <= 4096));
  for (const { delta, bytes } of announced)
    assert.ok(expected.subarray(0, bytes).toString().endsWith(delta.slice(-100)));
});

test('what a run prints just before its end is announced before the end', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const announced: OutputGrowth[] = [];
  const outputs = open(t, { onGrowth: (growth) => announced.push(growth) });
  outputs.start('run');
  outputs.append('run', 'one\n');
  outputs.append('run', 'and the reason\n');
  outputs.end('run');
  assert.deepEqual(
    announced.map(({ delta, bytes }) => [delta, bytes]),
    [
      ['one\n', 4],
      ['and the reason\n', 19],
    ],
  );
});

test('growth counts no byte after the end of its delta, even when more of the file was already read', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const announced: OutputGrowth[] = [];
  const outputs = open(t, { onGrowth: (growth) => announced.push(growth) });
  const path = join(workFolder, 'pi-bash-00000000a0a0a0a0.log');
  const text = Array.from({ length: 200_000 }, (_, n) => `${n}\n`).join('');
  writeFileSync(path, text);
  outputs.start('run');
  const truncation = { truncated: true, totalBytes: text.length };
  outputs.snapshot('run', { content: [], details: { truncation, fullOutputPath: path } });
  let length = 0;
  for await (const chunk of outputs.read('run', { follow: true })) {
    length += chunk.length;
    // A reader gets a chunk before its growth is announced. By the third one, the second waits for the timer.
    if (length > 600_000) t.mock.timers.tick(1000);
    if (length === text.length) break;
  }
  assert.ok(announced.length >= 2);
  for (const { delta, bytes } of announced) assert.equal(text.slice(bytes - delta.length, bytes), delta);
});

test('user bash output is complete to the byte, with or without a file of pi, and takes no space afterwards', async (t) => {
  const outputs = open(t);
  for (const command of [
    'seq 1 20',
    'seq 1 2500',
    'seq 1 400000',
    'true',
    'printf "\\033[31mred\\033[0m\\n"',
  ]) {
    const live = (outputs.start('run'), collect(outputs.read('run', { follow: true })));
    await runUserBash(outputs, 'run', command);
    const expected = Buffer.from(stripVTControlCharacters((await printedBy(command)).toString()));
    assert.equal(outputs.bytes('run'), expected.length);
    assert.equal(digest(await collect(outputs.read('run'))), digest(expected));
    assert.equal(digest(await live), digest(expected));
  }
  assert.deepEqual(spooled(), []);
});

test('deltas without a file of pi go to a private folder, which is removed at the end', async (t) => {
  const outputs = new Outputs({ onGrowth: () => {} });
  t.after(() => outputs.close());
  outputs.start('run');
  const live = collect(outputs.read('run', { follow: true }));
  const deltas = Array.from({ length: 300 }, (_, n) => `${`${n} `.repeat(2000)}\n`);
  for (const delta of deltas) outputs.append('run', delta);
  const [path = ''] = spooled();
  assert.equal(statSync(join(tmpdir(), dirname(path))).mode & 0o777, 0o700);
  outputs.end('run');
  const expected = digest(Buffer.from(deltas.join('')));
  assert.equal(digest(await live), expected);
  assert.equal(digest(await collect(outputs.read('run'))), expected);
  await outputs.close();
  assert.deepEqual(
    readdirSync(tmpdir()).filter((name) => name.startsWith('pi-panel-')),
    [],
  );
});

test('when the disk limit is reached the log says so, and continues from pi’s file once pi names it', async (t) => {
  const outputs = open(t, { limits: { disk: 600_000 } });
  const live = (outputs.start('run'), collect(outputs.read('run', { follow: true })));
  await runUserBash(outputs, 'run', 'seq 1 300000');
  const log = (await live).toString();
  const [kept = '', between, rest = ''] = log.split(
    /\[… [^\n]*(?:no room is left|the rest follows)[^\n]* …\]\n/,
  );
  assert.equal(between, '');
  const whole = (await printedBy('seq 1 300000')).toString();
  assert.ok(kept.length >= 300_000 && kept.length <= 862_144, `${kept.length} kept`);
  assert.ok(whole.endsWith(rest));
  // The first note begins on a new line.
  assert.equal(kept.trimEnd(), whole.slice(0, whole.length - rest.length).trimEnd());
});

test('without a file of pi, the log says how much was left out', async (t) => {
  const outputs = open(t, { limits: { disk: 300_000 } });
  outputs.start('run');
  for (let n = 0; n < 20; n++) outputs.append('run', 'x'.repeat(50_000));
  outputs.end('run', { output: 'x', cancelled: false, truncated: true });
  const log = (await collect(outputs.read('run'))).toString();
  const kept = log.match(/x/g)?.length ?? 0;
  assert.ok(kept >= 250_000 && kept <= 600_000, `${kept} kept`);
  assert.equal(
    log.replace(/x+/, 'x'),
    `x\n[… no room is left to keep more of this output: left out from here …]\n[… ${1_000_000 - kept} bytes are missing …]\n`,
  );
});

test('finished runs move from memory to disk, then the oldest are deleted and refused', async (t) => {
  const outputs = open(t, { limits: { memory: 100_000, disk: 500_000 } });
  for (let n = 0; n < 20; n++) {
    outputs.start(`run ${n}`);
    outputs.append(`run ${n}`, `${n % 10}`.repeat(40_000));
    outputs.end(`run ${n}`, { output: '', cancelled: false, truncated: true });
  }
  await assert.rejects(outputs.checkReadable('run 0'), { status: 410 });
  await assert.rejects(collect(outputs.read('run 0')), { status: 410 });
  for (const n of [10, 19]) {
    assert.equal((await collect(outputs.read(`run ${n}`))).toString(), `${n % 10}`.repeat(40_000));
  }
});

test('no more runs are kept than the limit allows, except active ones', async (t) => {
  const outputs = open(t, { limits: { runs: 10 } });
  outputs.start('long');
  for (let n = 0; n < 50; n++) {
    outputs.start(`run ${n}`);
    outputs.end(`run ${n}`);
    await outputs.store(`stored ${n}`, 'text');
  }
  const known = Array.from({ length: 50 }, (_, n) => [`run ${n}`, `stored ${n}`])
    .flat()
    .filter((call) => outputs.has(call));
  assert.deepEqual(known.slice(-2), ['run 49', 'stored 49']);
  assert.equal(known.length, 9);
  assert.ok(outputs.has('long'));
});

test('a run from the session file is read from pi’s file, or from its text if that file no longer exists', async (t) => {
  const outputs = open(t);
  const path = join(workFolder, 'pi-bash-0000000012345678.log');
  writeFileSync(path, 'line\n'.repeat(100_000));
  const text = `line\nline\n\n[Showing lines 99999-100000 of 100000. Full output: ${path}]\n\nCommand exited with code 1`;
  await outputs.store('kept', text, path);
  assert.equal(outputs.bytes('kept'), 500_000);
  await outputs.checkReadable('kept');
  assert.equal((await collect(outputs.read('kept', { from: 499_990 }))).toString(), 'line\nline\n');

  unlinkSync(path);
  await assert.rejects(outputs.checkReadable('kept'), { status: 410 });
  await outputs.store('gone', text, path);
  assert.match((await collect(outputs.read('gone'))).toString(), /^\[… [^\n]*is gone …\]\nline\nline$/);
  await outputs.store('small', 'ok\n\n\nCommand exited with code 2');
  await outputs.store('small', 'another');
  assert.equal((await collect(outputs.read('small'))).toString(), 'ok\n');
});

test('a thousand finished runs of 50 KB take no more memory than the limit allows', async (t) => {
  const outputs = open(t, { limits: { memory: 1_000_000 } });
  collectGarbage();
  const before = process.memoryUsage();
  for (let n = 0; n < 1000; n++) {
    const text = `${n} `.padEnd(50_000, 'x');
    outputs.snapshot(`run ${n}`, { content: [{ type: 'text', text }] });
    outputs.end(`run ${n}`, { content: [{ type: 'text', text: `${text}\n\nCommand exited with code 1` }] });
  }
  collectGarbage();
  const after = process.memoryUsage();
  const grown = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  assert.ok(grown < 20_000_000, `${grown} bytes more`);
  assert.equal((await collect(outputs.read('run 7'))).toString(), '7 '.padEnd(50_000, 'x'));
});

test('spooled output whose file was deleted is refused with 410', async (t) => {
  const outputs = open(t);
  outputs.append('run', 'x'.repeat(1_000_000));
  outputs.end('run');
  for (const path of spooled()) unlinkSync(join(tmpdir(), path));
  await assert.rejects(outputs.checkReadable('run'), { status: 410, message: /no longer exists/ });
});

test('closing ends all readers, and nothing is accepted afterwards', async (t) => {
  const outputs = open(t);
  outputs.start('run');
  outputs.append('run', 'before');
  const live = collect(outputs.read('run', { follow: true }));
  await outputs.close();
  await live;
  outputs.append('run', 'after');
  assert.equal(outputs.has('run'), false);
  assert.throws(() => outputs.read('run'), { status: 404 });
  assert.deepEqual(spooled(), []);
});

/** The files of the spool, and their folders while there are any. */
function spooled(): string[] {
  return readdirSync(tmpdir(), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^pi-panel-output-\w+\W/.test(name),
  );
}

test('a finished run that fits neither in memory nor on the disk is refused, and newer ones are kept', async (t) => {
  const outputs = open(t, { limits: { memory: 50_000, disk: 30_000 } });
  for (const n of [1, 2]) {
    outputs.start(`run ${n}`);
    outputs.append(`run ${n}`, `${n}`.repeat(40_000));
    outputs.end(`run ${n}`, { output: '', cancelled: false, truncated: true });
  }
  await assert.rejects(outputs.checkReadable('run 1'), { status: 410 });
  assert.equal((await collect(outputs.read('run 2'))).toString(), '2'.repeat(40_000));
});
