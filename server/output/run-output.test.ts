import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { collect, digest, printedBy, runTool, runUserBash, textOf, workFolder } from './fixtures/pi-bash.ts';
import { Outputs, type OutputsOptions } from './outputs.ts';

function open(t: TestContext, options: Partial<OutputsOptions> = {}): Outputs {
  const outputs = new Outputs({ onGrowth: () => {}, ...options });
  t.after(() => outputs.close());
  return outputs;
}

const binary = join(workFolder, 'binary');
writeFileSync(binary, Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * n * 7 + (n >> 5)) & 0xff)));

const COMMANDS = {
  'a few lines': 'seq 1 20',
  'no final newline': 'printf abc',
  'nothing at all': 'true',
  'the text that pi shows for no output': 'printf "(no output)"',
  'text like a notice that pi ends a run with': 'printf "x\\n\\nCommand aborted"; sleep 0.2',
  'half a character between two writes': 'printf "caf\\303"; sleep 0.15; printf "\\251\\n"',
  'half a character at the end': 'printf "x\\342\\202"',
  'a byte order mark': 'printf "\\357\\273\\277marked\\n"',
  'a byte order mark before much': 'printf "\\357\\273\\277"; seq 1 20000',
  'NUL bytes': 'printf "a\\0b\\n\\0"',
  'colors and carriage returns':
    'for i in 1 2 3; do printf "\\033[3${i}m%d%%\\033[0m\\r" $i; sleep 0.05; done',
  'stdout and stderr': 'echo out; sleep 0.05; echo err >&2',
  'a failure': 'seq 1 3; exit 3',
  'a failure after much': 'seq 1 30000; exit 3',
  'a failure after much that ends in half a character':
    'seq 1 30000; sleep 0.3; printf "x\\342\\202"; exit 3',
  'exactly 50 KB': 'head -c 51200 /dev/zero | tr "\\0" x',
  'one byte more than 50 KB': 'head -c 51201 /dev/zero | tr "\\0" x',
  'exactly 2,000 lines': 'seq 1 2000',
  'one line more than 2,000': 'seq 1 2001',
  'lines that stop being shown one by one': 'for i in $(seq 1 8); do seq 1 500; sleep 0.05; done',
  'a million bytes': 'seq 1 200000',
  'ten million bytes at once': 'yes | head -c 10000000',
  'one line of five million bytes': 'head -c 5000000 /dev/zero | tr "\\0" x',
  'bytes that are not text': `cat ${binary}`,
  'text in many bytes a character': 'yes "日本語 €uro 😀" | head -c 1000001',
} satisfies Record<string, string>;

// Concurrently: most of the time is spent in the sleeps of the commands.
describe('the model’s bash, followed live, read afterwards and from the middle', { concurrency: 8 }, () => {
  for (const [what, command] of Object.entries(COMMANDS)) {
    test(`${what}: every byte is there, once`, async (t) => {
      const outputs = open(t);
      outputs.start('run');
      const live = collect(outputs.read('run', { follow: true }));
      const run = runTool(outputs, 'run', command);
      const later = collect(outputs.read('run', { from: 3, follow: true }));
      await run;
      const announced = outputs.bytes('run');

      const log = await live;
      assert.equal(digest(textOf(log)), digest(textOf(await printedBy(command))));
      assert.equal(digest(await later), digest(log.subarray(3)));
      assert.equal(digest(await collect(outputs.read('run'))), digest(log));
      const from = Math.floor(log.length / 2);
      assert.equal(digest(await collect(outputs.read('run', { from }))), digest(log.subarray(from)));
      assert.equal(outputs.bytes('run'), log.length);
      assert.equal(announced, log.length, 'The count is final when the run ends.');
    });
  }
});

const named = (path: string, text: string, totalBytes: number) => ({
  content: [{ type: 'text' as const, text }],
  details: { fullOutputPath: path, truncation: { truncated: true, totalBytes } },
});

test('a file of pi is served byte by byte, invalid UTF-8 included', async (t) => {
  const outputs = open(t);
  const path = join(workFolder, 'pi-bash-00000000b1b1b1b1.log');
  const bytes = readFileSync(binary);
  writeFileSync(path, bytes);
  outputs.start('run');
  const live = collect(outputs.read('run', { follow: true }));
  const end = named(path, '', textOf(bytes).length);
  outputs.snapshot('run', end);
  outputs.end('run', end);
  assert.equal(outputs.bytes('run'), bytes.length);
  assert.equal(digest(await live), digest(bytes));
  await outputs.store('stored', '', path);
  assert.equal(digest(await collect(outputs.read('stored'))), digest(bytes));
});

test('text that was shown before the file existed stays unchanged, and the bytes of the file follow', async (t) => {
  const outputs = open(t);
  const path = join(workFolder, 'pi-bash-00000000b2b2b2b2.log');
  // pi's decoder keeps the E2 back until it knows what follows.
  const file = Buffer.from([0x61, 0xff, 0x62, 0xe2, 0x82, 0xac, 0xfe, 0x0a]);
  writeFileSync(path, file);
  outputs.start('run');
  outputs.snapshot('run', { content: [{ type: 'text', text: 'a\ufffdb' }] });
  const end = named(path, 'a\ufffdb€\ufffd\n', textOf(file).length);
  outputs.snapshot('run', end);
  outputs.end('run', end);
  const log = Buffer.concat([Buffer.from('a\ufffdb'), file.subarray(3)]);
  assert.equal(outputs.bytes('run'), file.length, 'Until the file is read, its size is the best guess.');
  assert.deepEqual(await collect(outputs.read('run')), log);
  assert.equal(outputs.bytes('run'), log.length);
});

test('a read right after the end of a run returns all of it, although the file is still being read', async (t) => {
  const outputs = open(t);
  await runTool(outputs, 'run', 'seq 1 1500000');
  assert.equal(digest(await collect(outputs.read('run'))), digest(await printedBy('seq 1 1500000')));
});

test('a run that is aborted or times out keeps what it printed, without pi’s notices', async (t) => {
  const outputs = open(t);
  for (const count of [10, 30_000]) {
    const abort = new AbortController();
    const seen = (): boolean => outputs.bytes('aborted') >= String(count).length;
    const stop = (): void => void (seen() && setImmediate(() => abort.abort()));
    outputs.start('aborted');
    outputs.start('late');
    await runTool(outputs, 'aborted', `seq 1 ${count}; sleep 60`, { signal: abort.signal, onSnapshot: stop });
    await runTool(outputs, 'late', `seq 1 ${count}; sleep 60`, { timeout: 0.4 });
    const expected = await printedBy(`seq 1 ${count}`);
    const aborted = await collect(outputs.read('aborted'));
    assert.ok(aborted.length > 0);
    assert.equal(digest(aborted), digest(expected.subarray(0, aborted.length)));
    assert.equal(digest(await collect(outputs.read('late'))), digest(expected));
  }
});

test('a pi before 0.82 sends no deltas: its response and its file are the output', async (t) => {
  const outputs = open(t);
  const silent = { append: () => {}, end: () => {} } as unknown as Outputs;
  for (const command of ['seq 1 20', 'seq 1 400000']) {
    const answer = await runUserBash(silent, 'run', command);
    outputs.start('run');
    outputs.end('run', answer);
    assert.equal(digest(await collect(outputs.read('run'))), digest(await printedBy(command)));
  }
});

test('without access to pi’s files, its tails are shown and gaps between them are marked', async (t) => {
  const outputs = open(t, { folder: join(workFolder, 'elsewhere') });
  // The first run is slow enough for its tails to overlap; the second one is too fast.
  await runTool(
    outputs,
    'slow',
    'for i in $(seq 1 8); do seq $((i*1000)) $((i*1000+700)); sleep 0.12; done; exit 1',
  );
  assert.equal(
    digest(await collect(outputs.read('slow'))),
    digest(await printedBy('for i in $(seq 1 8); do seq $((i*1000)) $((i*1000+700)); done')),
  );
  await runTool(outputs, 'fast', 'seq 1 100000');
  const log = (await collect(outputs.read('fast'))).toString();
  const whole = (await printedBy('seq 1 100000')).toString();
  // Text, a count, text, ...: the number of tails depends on the speed of the machine.
  const parts = log.split(/\[… ([\d,]+) bytes not shown by pi …\]\n/);
  let length = 0;
  for (const [n, part] of parts.entries()) {
    if (n % 2 === 0) assert.ok(whole.includes(part.trimEnd()));
    length += n % 2 === 0 ? part.length : Number(part.replaceAll(',', ''));
  }
  assert.ok(
    parts.length >= 3 && whole.startsWith((parts[0] ?? '').trimEnd()) && log.endsWith('99999\n100000'),
  );
  assert.ok(Math.abs(length - whole.length) <= parts.length, `${length} of ${whole.length}`);
});

test('a file that disappears before it is opened is replaced by tails', async (t) => {
  const outputs = open(t);
  const path = join(workFolder, 'pi-bash-00000000deadbeef.log');
  outputs.start('run');
  outputs.snapshot('run', { content: [{ type: 'text', text: 'a\nb\n' }] });
  const truncation = { truncated: true, totalBytes: 8 };
  outputs.snapshot('run', {
    content: [{ type: 'text', text: 'c\nd' }],
    details: { truncation, fullOutputPath: path },
  });
  outputs.end('run', {
    content: [{ type: 'text', text: `c\nd\n\n[Showing lines 3-4 of 4. Full output: ${path}]` }],
  });
  assert.equal((await collect(outputs.read('run'))).toString(), 'a\nb\nc\nd\n');
});

test('of a file that never appears, all tails that pi sent are shown, and not only the last', async (t) => {
  const outputs = open(t);
  const path = join(workFolder, 'pi-bash-00000000beefdead.log');
  outputs.start('run');
  for (const [text, totalBytes] of [
    ['one\n', 4],
    ['two\n', 8],
    ['three\n', 14],
  ] as const)
    outputs.snapshot('run', named(path, text, totalBytes));
  outputs.end('run', named(path, 'three\n', 14));
  assert.equal((await collect(outputs.read('run'))).toString(), 'one\ntwo\nthree\n');
});

test('a file that pi creates long after it named it is read from its start', async (t) => {
  const outputs = open(t);
  const path = join(workFolder, 'pi-bash-00000000feedfeed.log');
  outputs.start('run');
  outputs.snapshot('run', named(path, 'five\n', 23));
  // On a machine with too much to do, this was seen to take longer than a second.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  writeFileSync(path, 'one\ntwo\nthree\nfour\nfive\n');
  outputs.end('run', named(path, 'five\n', 23));
  assert.equal((await collect(outputs.read('run'))).toString(), 'one\ntwo\nthree\nfour\nfive\n');
});

test('a file that begins differently is not used: pi’s tails follow, and gaps between them are marked', async (t) => {
  const outputs = open(t);
  const path = join(workFolder, 'pi-bash-00000000cafecafe.log');
  writeFileSync(path, 'one\nand two\n');
  outputs.start('run');
  outputs.snapshot('run', { content: [{ type: 'text', text: 'eins\n' }] });
  outputs.snapshot('run', named(path, 'two', 12));
  outputs.end('run', { content: [] });
  const log = (await collect(outputs.read('run'))).toString();
  assert.equal(log, 'eins\n[… 3 bytes not shown by pi …]\ntwo');
});

test('a run that ended because pi exited keeps the content of its file', async (t) => {
  const outputs = open(t);
  let isSeen = false;
  const running = new AbortController();
  outputs.start('run');
  const run = runTool(outputs, 'run', 'seq 1 50000; sleep 60', {
    signal: running.signal,
    onSnapshot: () => (isSeen ||= outputs.bytes('run') > 200_000),
  });
  const live = outputs.read('run', { follow: true });
  const parts: Uint8Array[] = [];
  for await (const chunk of live) {
    parts.push(chunk);
    if (Buffer.concat(parts).length >= 288_894) outputs.end('run');
  }
  running.abort();
  await run;
  assert.equal(digest(Buffer.concat(parts)), digest(await printedBy('seq 1 50000')));
});

test('a tool that truncates or rewrites its own result causes no false gap and no repeated text', async (t) => {
  const outputs = open(t);
  outputs.start('read');
  const truncation = { truncated: true, totalBytes: 1e6 };
  outputs.end('read', { content: [{ type: 'text', text: 'first lines' }], details: { truncation } });
  assert.equal((await collect(outputs.read('read'))).toString(), 'first lines');

  outputs.start('progress');
  for (const text of ['build\n10 %', 'build\n20 %', '', 'build\n20 %\ndone']) {
    outputs.snapshot('progress', { content: [{ type: 'text', text }] });
  }
  outputs.end('progress', { content: [{ type: 'text', text: 'Built in 3 s' }] });
  assert.equal((await collect(outputs.read('progress'))).toString(), 'build\n10 %\n20 %\ndone\nBuilt in 3 s');
});

test('records of unknown shapes are ignored', async (t) => {
  const outputs = open(t);
  for (const odd of [null, 7, 'x', [], {}, { content: 7 }, { content: [null, {}, { type: 'text' }] }]) {
    outputs.snapshot('odd', odd as never);
    outputs.snapshot('odd', { content: [], details: odd });
    outputs.snapshot('odd', {
      content: [],
      details: { truncation: odd, fullOutputPath: odd },
    });
  }
  outputs.append('odd', 'text');
  outputs.end('odd', null as never);
  outputs.end('odd', { content: [] });
  outputs.snapshot('odd', { content: [{ type: 'text', text: 'late' }] });
  assert.equal((await collect(outputs.read('odd'))).toString(), 'text');
});

test('S-36: the path of another file is never opened', async (t) => {
  const outputs = open(t);
  outputs.snapshot('run', {
    content: [{ type: 'text', text: 'shown' }],
    details: { truncation: { truncated: true, totalBytes: 1000 }, fullOutputPath: '/etc/passwd' },
  });
  outputs.end('run');
  assert.equal((await collect(outputs.read('run'))).toString(), '[… 994 bytes not shown by pi …]\nshown');
});
