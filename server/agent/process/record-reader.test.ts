import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordReader } from './record-reader.ts';

function setUp() {
  const did: string[] = [];
  const reader = new RecordReader(
    {
      feed: { push: (events) => did.push(`events ${events.map(({ type }) => type).join(' ')}`) },
      log: { add: (_line, text, isBad) => did.push(`log ${isBad ? 'bad ' : ''}${text.length}`) },
      onBadRecord: (line) => did.push(`bad ${line.length}`),
    },
    { settle: ({ id }) => did.push(`response ${id}`) > 0 && id !== 'unknown', probeId: 'probe' },
  );
  const push = (...records: object[]): void =>
    reader.push(Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join('')));
  return { did, reader, push };
}

const event = (type: string): object => ({ type });
const response = (id: string): object => ({ type: 'response', id });
const withoutLog = (did: string[]): string[] => did.filter((line) => !line.startsWith('log'));

test('the events of a chunk come together, and before a response that followed them', () => {
  const { did, push } = setUp();
  push(event('a'), event('b'), response('1'), event('c'), event('d'));
  assert.deepEqual(withoutLog(did), ['events a b', 'response 1', 'events c d']);
});

test('a record that ends without a line break is read when stdout ends', () => {
  const { did, reader } = setUp();
  reader.push(Buffer.from('{"type":"a"}'));
  assert.deepEqual(did, []);
  reader.end();
  assert.deepEqual(withoutLog(did), ['events a']);
});

test('text, an event of the panel and an unknown response are bad records, of which only the beginning is reported', () => {
  const { did, reader, push } = setUp();
  reader.push(Buffer.from(`${'x'.repeat(5000)}\n`));
  push(event('panel_exit'), response('unknown'));
  assert.deepEqual(
    did.filter((line) => !line.startsWith('response')),
    ['log bad 5000', 'bad 4097', 'log bad 21', 'bad 21', 'log bad 34', 'bad 34'],
  );
});

test('the responses to probes are neither logged nor passed on', () => {
  const { did, push } = setUp();
  push(response('probe'));
  assert.deepEqual(did, []);
});
