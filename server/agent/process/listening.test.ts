import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { parseConnections, parseLsof, parseTable, portsOf } from './listening.ts';

test(
  'the ports on which a process listens are found, on each address',
  { skip: process.platform === 'win32' },
  async (t) => {
    const servers = ['127.0.0.1', '0.0.0.0'].map((host) => createServer().listen(0, host));
    t.after(() => servers.forEach((server) => server.close()));
    await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))));
    const ports = servers.map((server) => (server.address() as { port: number }).port);
    const found = await portsOf([process.pid]);
    for (const port of ports) assert.ok(found.some((one) => one.port === port && one.pid === process.pid));
    assert.deepEqual(await portsOf([]), []);
  },
);

test('what the systems print is understood, and what does not listen is left out', () => {
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    '   0: 0100007F:1435 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4242 1 0 100 0',
    '   1: 0100007F:1436 0100007F:D0F2 01 00000000:00000000 00:00000000 00000000  1000        0 4243 1 0 100 0',
    '   2: 00000000000000000000000001000000:0BB8 00000000000000000000000000000000:0000 0A 0:0 00:0 0 0 0 4244 1',
    '',
  ].join('\n');
  assert.deepEqual(parseTable(table), [
    ['4242', 5173],
    ['4244', 3000],
  ]);
  assert.deepEqual(parseLsof('p12\nf3\nn127.0.0.1:5173\nf4\nn[::1]:5173\np13\nn*:80\n'), [
    { port: 5173, pid: 12 },
    { port: 5173, pid: 12 },
    { port: 80, pid: 13 },
  ]);
  assert.deepEqual(parseConnections('12 5173\r\n4 445\r\n'), [
    { pid: 12, port: 5173 },
    { pid: 4, port: 445 },
  ]);
});
