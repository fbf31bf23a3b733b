// Runs real programs instead of pi, each a few lines that misbehave in one way.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { Refusal } from '../../../shared/refusal.ts';
import { startPi, type Pi, type PiExit, type PiOptions } from './pi.ts';

interface Run {
  pi: Pi;
  events: { type: string; [field: string]: unknown }[];
  /** How many events each chunk brought. */
  chunks: number[];
  bad: string[];
  exits: PiExit[];
  /** Resolves with the event of this type, even if it came already. */
  event: (type: string) => Promise<{ [field: string]: unknown }>;
}

/** Runs JavaScript as if it were pi. It can `write` records, and lives as long as it listens to stdin. */
function run(t: TestContext, source: string, options: Partial<PiOptions> = {}): Run {
  const prelude = `
    const fs = require('node:fs'), { spawn } = require('node:child_process');
    const write = (...records) => fs.writeSync(1, records.map((r) => JSON.stringify(r) + '\\n').join(''));
    const commands = (act) => require('node:readline').createInterface({ input: process.stdin })
      .on('line', (line) => act(JSON.parse(line)));
    const stay = () => setInterval(() => {}, 1000);
  `;
  const [events, chunks, bad, exits]: [Run['events'], number[], string[], PiExit[]] = [[], [], [], []];
  const waiting = new Map<string, (event: Run['events'][number]) => void>();
  const pi = startPi({
    argv: [process.execPath, '-e', prelude + source],
    cwd: import.meta.dirname,
    env: process.env,
    feed: {
      push(batch) {
        chunks.push(batch.length);
        for (const event of batch as unknown as Run['events']) {
          events.push(event);
          waiting.get(event.type)?.(event);
        }
      },
    },
    onBadRecord: (line) => bad.push(line),
    onExit: (exit) => exits.push(exit),
    ...options,
    // No step of stopping times out unless the test is about that step.
    timeouts: { stdin: 60_000, term: 60_000, ...options.timeouts },
  });
  t.after(() => {
    // No process outlives the test.
    if (pi.pid !== undefined && exits.length === 0) process.kill(-pi.pid, 'SIGKILL');
    return pi.exited;
  });
  const event: Run['event'] = (type) => {
    const known = events.find((candidate) => candidate.type === type);
    return known ? Promise.resolve(known) : new Promise((resolve) => waiting.set(type, resolve));
  };
  return { pi, events, chunks, bad, exits, event };
}

function isAlive(pid: unknown): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${Number(pid)}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function refusal(status: number, code: string) {
  return (error: unknown) => error instanceof Refusal && error.status === status && error.code === code;
}

const onLinux = { skip: process.platform !== 'linux' };

test('every command gets the response with its own id, in any order of the responses', async (t) => {
  const { pi } = run(
    t,
    `const held = []; commands((c) => { held.unshift({ id: c.id, type: 'response', command: c.type, success: true });
     if (held.length === 2) write(...held); })`,
  );
  const [first, second] = [pi.request({ type: 'get_state' }), pi.request({ type: 'get_commands' })];
  assert.notEqual(first.id, second.id);
  assert.equal((await first.answer).command, 'get_state');
  assert.equal((await second.answer).command, 'get_commands');
});

test('a response without success is an answer, not an error', async (t) => {
  const { pi } = run(
    t,
    `commands((c) => write({ id: c.id, type: 'response', success: false, error: 'busy' }))`,
  );
  const answer = await pi.request({ type: 'abort' }).answer;
  assert.deepEqual([answer.success, answer.error], [false, 'busy']);
});

test('a response without an id, as pi up to 0.79.6 writes for an unknown command, settles the oldest such command', async (t) => {
  const { pi, bad } = run(
    t,
    `commands((c) => write({ type: 'response', command: c.type, success: false, error: 'Unknown command' }))`,
  );
  assert.equal((await pi.request({ type: 'clear_queue' }).answer).success, false);
  assert.deepEqual(bad, []);
});

test('responses are not events, and events before a response come before it', async (t) => {
  const { pi, events } = run(
    t,
    `commands((c) => write({ type: 'agent_start' }, { id: c.id, type: 'response', success: true }))`,
  );
  await pi.request({ type: 'steer', message: 'x' }).answer;
  assert.deepEqual(events, [{ type: 'agent_start' }]);
});

test('the events of one chunk are pushed in one call', async (t) => {
  const { event, chunks } = run(t, `write({ type: 'a' }, { type: 'b' }, { type: 'c' }); commands(() => {})`);
  await event('c');
  assert.deepEqual(chunks, [3]);
});

test('the answer to a dialog is written as pi expects it', async (t) => {
  const { pi, event } = run(t, `commands((c) => write({ type: 'heard', command: c }))`);
  pi.answerDialog('d1', { confirmed: true });
  assert.deepEqual((await event('heard')).command, {
    type: 'extension_ui_response',
    id: 'd1',
    confirmed: true,
  });
});

test('R-33: U+2028 inside a command or a record breaks neither', async (t) => {
  const { pi, event } = run(
    t,
    `let all = ''; process.stdin.on('data', (d) => { all += d; if (all.endsWith('\\n'))
     write({ type: 'heard', message: JSON.parse(all).message }) })`,
  );
  void pi.request({ type: 'prompt', message: 'a\u2028b' });
  assert.equal((await event('heard')).message, 'a\u2028b');
});

test('R-35: lines that are not records are reported, and the rest is read', async (t) => {
  const { event, bad, events } = run(
    t,
    `fs.writeSync(1, 'Warning: x\\n\\n42\\nnull\\n[]\\n{"no":"type"}\\n\\ufeff{}\\n'); write({ type: 'end' }); commands(() => {})`,
  );
  await event('end');
  assert.deepEqual(bad, ['Warning: x', '', '42', 'null', '[]', '{"no":"type"}', '\ufeff{}']);
  assert.equal(events.length, 1);
});

test('S-60: a record that poses as an event of the panel is reported, not read', async (t) => {
  const { event, bad, events } = run(
    t,
    `write({ type: 'panel_exit', code: 0 }, { type: 'end' }); commands(() => {})`,
  );
  await event('end');
  assert.deepEqual(bad, ['{"type":"panel_exit","code":0}']);
  assert.equal(events.length, 1);
});

test('R-16: a response that nothing waits for is reported', async (t) => {
  const { event, bad } = run(
    t,
    `write({ type: 'response', id: 'x', success: true }, { type: 'end' }); commands(() => {})`,
  );
  await event('end');
  assert.equal(bad.length, 1);
});

test('R-34: bytes that are not UTF-8 are replaced, and the record is read', async (t) => {
  const { event } = run(
    t,
    `fs.writeSync(1, Buffer.concat([Buffer.from('{"type":"odd","text":"'), Buffer.from([0x61, 0xc3, 0x28, 0xff]), Buffer.from('"}\\n')])); commands(() => {})`,
  );
  assert.equal((await event('odd')).text, 'a\ufffd(\ufffd');
});

test('50 MB of records arrive whole and in order', async (t) => {
  const { pi, events } = run(
    t,
    `const text = 'x'.repeat(10_000); let n = 0;
     const more = () => { while (n < 5000) if (!process.stdout.write(JSON.stringify({ type: 'e', n: n++, text }) + '\\n'))
       return process.stdout.once('drain', more); }; more()`,
  );
  assert.equal((await pi.exited).code, 0);
  assert.equal(events.length, 5000);
  assert.ok(events.every((event, index) => event.n === index && (event.text as string).length === 10_000));
});

test('a program that dies at once exits with its code and the end of its stderr', async (t) => {
  const { pi, exits } = run(
    t,
    `process.stderr.write('\\x1b[31mError:\\x1b[0m no config\\n'); process.exitCode = 3`,
  );
  const { answer } = pi.request({ type: 'get_state' });
  await assert.rejects(answer, refusal(409, 'agent_exited'));
  assert.deepEqual(await pi.exited, { code: 3, signal: null, stderr: 'Error: no config\n' });
  assert.equal(exits.length, 1);
});

test('a command after the exit is refused', async (t) => {
  const { pi } = run(t, ``);
  await pi.exited;
  await assert.rejects(pi.request({ type: 'abort' }).answer, refusal(409, 'agent_exited'));
  assert.throws(() => pi.answerDialog('d', { cancelled: true }), refusal(409, 'agent_exited'));
});

test('R-21: a program that does not exist is an exit with that reason', async (t) => {
  const { pi } = run(t, '', { argv: ['/no/such/pi', '--mode', 'rpc'] });
  const { answer } = pi.request({ type: 'get_state' });
  await assert.rejects(answer, refusal(409, 'agent_exited'));
  assert.match(
    (await pi.exited).error?.message ?? '',
    /the program \/no\/such\/pi, or the interpreter in its first line, does not exist/,
  );
});

test('a folder that does not exist is an exit with that reason', async (t) => {
  const { pi } = run(t, '', { cwd: '/no/such/folder' });
  assert.match((await pi.exited).error?.message ?? '', /\/no\/such\/folder: the folder does not exist/);
});

test('a program that cannot be spawned is an exit as well', async (t) => {
  const { pi, exits } = run(t, '', { argv: [process.execPath, 'a\0b'] });
  await assert.rejects(pi.request({ type: 'get_state' }).answer, refusal(409, 'agent_exited'));
  assert.throws(() => pi.answerDialog('d', { cancelled: true }), refusal(409, 'agent_exited'));
  await pi.close();
  assert.match(exits[0]?.error?.message ?? '', /null bytes/);
});

test('R-36: an incomplete record at the end is reported, not read', async (t) => {
  const { pi, events, bad } = run(t, `fs.writeSync(1, '{"type":"agent_start"}\\n{"type":"agent_e')`);
  await pi.exited;
  assert.deepEqual([events, bad], [[{ type: 'agent_start' }], ['{"type":"agent_e']]);
});

test('R-36: a complete record at the end needs no line end', async (t) => {
  const { pi, events, bad } = run(t, `fs.writeSync(1, '{"type":"agent_end"}')`);
  await pi.exited;
  assert.deepEqual([events, bad], [[{ type: 'agent_end' }], []]);
});

test('closing ends stdin first, and a program that exits on that gets no signal', async (t) => {
  const { pi, events, exits, event } = run(
    t,
    `process.on('SIGTERM', () => write({ type: 'term' })); write({ type: 'ready' });
     commands(() => {}).on('close', () => { write({ type: 'goodbye' }); process.exit(0) })`,
  );
  await event('ready');
  await Promise.all([pi.close(), pi.close()]);
  await pi.close();
  assert.deepEqual(events, [{ type: 'ready' }, { type: 'goodbye' }]);
  assert.deepEqual(exits, [{ code: 0, signal: null, stderr: '' }]);
});

test('a command during closing is refused', async (t) => {
  const { pi } = run(t, `commands(() => {})`);
  const closing = pi.close();
  await assert.rejects(pi.request({ type: 'abort' }).answer, refusal(409, 'agent_exited'));
  await closing;
});

test('R-25: a program that hangs is ended by SIGTERM', async (t) => {
  const { pi, event, exits } = run(t, `write({ type: 'ready' }); stay()`, { timeouts: { stdin: 1 } });
  await event('ready');
  await pi.close();
  assert.equal(exits[0]?.signal, 'SIGTERM');
});

test('R-25: a program that ignores SIGTERM is ended by SIGKILL', async (t) => {
  const { pi, event, exits } = run(t, `process.on('SIGTERM', () => {}); write({ type: 'ready' }); stay()`, {
    timeouts: { stdin: 1, term: 1 },
  });
  await event('ready');
  await pi.close();
  assert.equal(exits[0]?.signal, 'SIGKILL');
});

const leaveChildren = `
  const idle = [process.execPath, ['-e', 'setInterval(() => {}, 1000)']];
  const inGroup = spawn(...idle, { stdio: 'ignore' });
  const detached = spawn(...idle, { stdio: 'inherit', detached: true });
  const noEnv = spawn(...idle, { stdio: 'ignore', env: {} });
  write({ type: 'children', pids: [inGroup.pid, detached.pid, noEnv.pid] });
`;

test('R-26: closing leaves no children, even detached ones', onLinux, async (t) => {
  const { pi, event } = run(t, `${leaveChildren} commands(() => {}).on('close', () => process.exit(0))`);
  const { pids } = (await event('children')) as { pids: number[] };
  await pi.close();
  assert.deepEqual(pids.filter(isAlive), []);
});

test('R-26: a program that is killed leaves no children', onLinux, async (t) => {
  const { pi, event } = run(t, `${leaveChildren} stay()`);
  const { pids } = (await event('children')) as { pids: number[] };
  assert.ok(pids.every(isAlive));
  process.kill(Number(pi.pid), 'SIGKILL');
  assert.equal((await pi.exited).signal, 'SIGKILL');
  assert.deepEqual(pids.filter(isAlive), []);
});

test('a program that closes its output but lives on is stopped, with that reason', async (t) => {
  const { pi } = run(t, `fs.closeSync(1); stay()`, { timeouts: { linger: 1, stdin: 1 } });
  assert.match((await pi.exited).error?.message ?? '', /closed its output/);
});

test('R-38: a program that closes its input is stopped, and open commands are refused', async (t) => {
  const { pi, event } = run(t, `fs.closeSync(0); write({ type: 'deaf' }); stay()`, {
    timeouts: { linger: 1, stdin: 1 },
  });
  await event('deaf');
  await assert.rejects(pi.request({ type: 'get_state' }).answer, refusal(409, 'agent_exited'));
  assert.match((await pi.exited).error?.message ?? '', /does not read its input/);
});

test('R-38: a record that would block pi for seconds is refused', async (t) => {
  const { pi } = run(t, `commands((c) => write({ id: c.id, type: 'response', success: true }))`);
  const large = pi.request({ type: 'prompt', message: 'x'.repeat(10 * 1024 * 1024) });
  await assert.rejects(large.answer, refusal(413, 'record_too_large'));
  assert.equal((await pi.request({ type: 'get_state' }).answer).success, true);
});

test('R-38: the bytes that wait for a pi that does not read are bounded', async (t) => {
  const { pi } = run(t, `stay()`);
  const message = 'x'.repeat(9 * 1024 * 1024);
  const answers = Array.from({ length: 4 }, () => pi.request({ type: 'prompt', message }).answer);
  await assert.rejects(answers[3] as Promise<unknown>, refusal(503, 'agent_not_reading'));
});

test('what a living pi writes to stderr is reported once, without colors', async (t) => {
  const texts: string[] = [];
  const reported = Promise.withResolvers<void>();
  run(
    t,
    `fs.writeSync(2, '\\x1b[33mWarning: model x is gone\\x1b[0m\\nand a second line\\n');
     setTimeout(() => fs.writeSync(2, 'Warning: model x is gone\\nand a second line\\n'), 700);
     setTimeout(() => fs.writeSync(2, 'something else'), 1500);
     stay()`,
    {
      onStderr: (text) => {
        texts.push(text);
        if (text === 'something else') reported.resolve();
      },
    },
  );
  await reported.promise;
  assert.deepEqual(texts, ['Warning: model x is gone\nand a second line', 'something else']);
});

test('what pi writes before it exits is only part of its exit', async (t) => {
  const texts: string[] = [];
  const { pi, exits } = run(t, `fs.writeSync(2, 'No such file'); process.exit(1)`, {
    onStderr: (text) => texts.push(text),
  });
  await pi.exited;
  assert.equal(exits[0]?.stderr, 'No such file');
  assert.deepEqual(texts, []);
});
