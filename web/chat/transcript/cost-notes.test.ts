import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssistantMessage, Model } from '../../../shared/pi/messages.ts';
import type { Entry, EntryMessage } from '../../../shared/view/conversation.ts';
import { costNotes } from './cost-notes.ts';

const MINUTE = 60_000;
const PRICES = { input: 5, output: 20, cacheRead: 0.5, cacheWrite: 6 };
const MODEL = { id: 'm', provider: 'p', cost: PRICES } as unknown as Model;

interface Asked {
  input?: number;
  cacheRead?: number;
  cacheWrite?: number;
  at?: number;
  more?: Partial<AssistantMessage>;
}

function answer({ input = 0, cacheRead = 0, cacheWrite = 0, at = 0, more = {} }: Asked): AssistantMessage {
  const dollars = (count: number, price: number): number => (count * price) / 1_000_000;
  const cost = {
    ...{ input: dollars(input, PRICES.input), output: 0, total: 0 },
    ...{
      cacheRead: dollars(cacheRead, PRICES.cacheRead),
      cacheWrite: dollars(cacheWrite, PRICES.cacheWrite),
    },
  };
  const usage = { input, output: 0, cacheRead, cacheWrite, cost };
  const names = { provider: 'p', model: 'm' };
  return { role: 'assistant', content: [], stopReason: 'stop', timestamp: at, usage, ...names, ...more };
}

/** The notes as one list, with the number of the row that each follows. */
function notesOf(...messages: EntryMessage[]): string[] {
  const entries = messages.map((message, at): Entry => ({ key: String(at), message }));
  return [...costNotes(entries, MODEL)].flatMap(([key, said]) => said.map((one) => `${key} ${one}`));
}

const warm = (at: number, more = {}): EntryMessage => ({
  ...{ role: 'warming', model: 'p/m', cost: 0.02, promptTokens: 100_000, timestamp: at, ...more },
});

test('a prompt that the cache has lost is a miss, with what it cost more than from the cache', () => {
  assert.deepEqual(notesOf(answer({ cacheWrite: 100_000 }), answer({ input: 110_000, at: MINUTE })), [
    '1 Cache miss: 100k tokens billed (about $0.45)',
  ]);
});

test('the reason is named if it can be seen: a long break, or another model', () => {
  const first = answer({ cacheWrite: 100_000 });
  assert.deepEqual(notesOf(first, answer({ input: 100_000, at: 7 * MINUTE })), [
    '1 Cache miss after 7 min without a request: 100k tokens billed (about $0.45)',
  ]);
  assert.deepEqual(notesOf(first, answer({ cacheWrite: 100_000, at: 7 * MINUTE, more: { model: 'n' } })), [
    '1 Cache miss after a change of the model: 100k tokens billed (about $0.60)',
  ]);
});

test('what the cache still had, and what is new in the prompt, is no miss', () => {
  assert.deepEqual(
    notesOf(answer({ cacheWrite: 100_000 }), answer({ cacheRead: 99_000, input: 50_000 })),
    [],
  );
  assert.deepEqual(notesOf(answer({ cacheWrite: 5_000 }), answer({ input: 90_000 })), []);
});

test('nothing is said of a provider without a cache, of an answer that failed, or after a summary', () => {
  const [first, lost] = [answer({ cacheWrite: 100_000 }), answer({ input: 100_000 })];
  assert.deepEqual(notesOf(answer({ input: 100_000 }), lost), []);
  assert.deepEqual(notesOf(first, { ...lost, stopReason: 'aborted' }), []);
  assert.deepEqual(notesOf(first, { ...lost, stopReason: 'error' }), []);
  const summary = { summary: '', tokensBefore: 1, timestamp: 0 };
  assert.deepEqual(notesOf(first, { role: 'compactionSummary', ...summary }, lost), []);
  assert.deepEqual(notesOf(lost, { role: 'assistant', content: [], stopReason: 'stop', timestamp: 0 }), []);
});

test('requests that warmed the cache are summed up, and refresh it', () => {
  assert.deepEqual(notesOf(answer({ cacheWrite: 100_000 }), warm(MINUTE), warm(2 * MINUTE)), [
    '1 Cache kept warm: $0.04',
  ]);
  assert.deepEqual(
    notesOf(warm(0, { note: 'extension override' }), warm(1), answer({ cacheRead: 100_000 })),
    ['0 Cache kept warm (extension override): $0.02', '1 Cache kept warm: $0.02'],
  );
  assert.deepEqual(
    notesOf(answer({ cacheWrite: 100_000 }), warm(4 * MINUTE), answer({ input: 100_000, at: 8 * MINUTE })),
    ['1 Cache kept warm: $0.02', '2 Cache miss: 100k tokens billed (about $0.45)'],
  );
});

test('what was spent without a prompt is said also to those who do not want the rest', () => {
  const messages = [
    answer({ cacheWrite: 100_000 }),
    warm(4 * MINUTE),
    answer({ input: 100_000, at: 8 * MINUTE }),
  ];
  const entries = messages.map((message, at): Entry => ({ key: `${at}`, message }));
  assert.deepEqual([...costNotes(entries, null, 'unprompted')], [['1', ['Cache kept warm: $0.02']]]);
});

test('a summary says what it cost', () => {
  const usage = answer({ input: 3000, cacheRead: 1000 }).usage!;
  const summary = { summary: '', tokensBefore: 1, timestamp: 0, usage };
  assert.deepEqual(notesOf({ role: 'compactionSummary', ...summary }), ['0 Summary: 4k tokens billed']);
  usage.cost.total = 0.5;
  assert.deepEqual(notesOf({ role: 'branchSummary', fromId: null, ...summary }), [
    '0 Summary: 4k tokens billed (about $0.50)',
  ]);
});

test('dropped reasoning is said once, and again only when more was dropped', () => {
  const drop = (count: number, provider = 'OpenAI', reasons: string[] = []): AssistantMessage =>
    answer({ more: { panel_dropped: { provider, count, reasons } } });
  assert.deepEqual(
    notesOf(drop(1), drop(1), drop(2, 'OpenAI', ['prefix_mismatch', 'expired']), drop(2, 'Anthropic')),
    [
      '0 OpenAI left out 1 part of the earlier reasoning',
      '2 OpenAI left out 2 parts of the earlier reasoning (prefix_mismatch, expired)',
      '3 Anthropic left out 2 parts of the earlier reasoning',
    ],
  );
});
