import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExtensionAPI } from '@earendil-works/pi-coding-agent';
import { Quotas, quotasIn } from './quotas.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const of = (headers: Record<string, string>): string[] =>
  quotasIn(headers, 'p', NOW).map(({ name, used, remaining, resetsAt }) =>
    [name, used, remaining ?? '-', resetsAt === null ? '-' : (resetsAt - NOW) / 1000].join(' '),
  );

test('limits are read from the headers of Anthropic, of those like OpenAI, and of Codex', () => {
  assert.deepEqual(
    of({
      'anthropic-ratelimit-tokens-limit': '1000',
      'anthropic-ratelimit-tokens-remaining': '250',
      'anthropic-ratelimit-tokens-reset': '2026-01-01T00:01:00Z',
    }),
    ['tokens 0.75 250 60'],
  );
  const seconds = NOW / 1000 + 90;
  assert.deepEqual(
    of({
      'Anthropic-Ratelimit-Unified-5h-Utilization': '0.5',
      'Anthropic-Ratelimit-Unified-5h-Reset': String(seconds),
    }),
    ['5h 0.5 - 90'],
  );
  assert.deepEqual(
    of({
      'x-ratelimit-limit-requests': '10',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '6m0.5s',
    }),
    ['requests 1 0 360.5'],
  );
  assert.deepEqual(
    of({
      'x-codex-primary-used-percent': '25',
      'x-codex-primary-window-minutes': '300',
      'x-codex-primary-reset-after-seconds': '30',
    }),
    ['5h 0.25 - 30'],
  );
});

test('each provider has the limits of its last response, until their period ends', () => {
  let respond: (event: object, ctx: object) => void = () => {};
  const quotas = new Quotas({
    on: (_name: string, handler: typeof respond) => (respond = handler),
  } as unknown as ExtensionAPI);
  const answer = (provider: string, used: string, seconds: string): void =>
    respond(
      { headers: { 'x-codex-primary-used-percent': used, 'x-codex-primary-reset-after-seconds': seconds } },
      { model: { provider } },
    );
  answer('a', '10', '60');
  answer('a', '20', '60');
  const past = {
    'anthropic-ratelimit-unified-5h-utilization': '0.3',
    'anthropic-ratelimit-unified-5h-reset': '1700000000',
  };
  respond({ headers: past }, { model: { provider: 'b' } });
  respond({ headers: {} }, { model: { provider: 'a' } });
  assert.deepEqual(
    quotas.list().map(({ provider, used }) => [provider, used]),
    [['a', 0.2]],
  );
});

test('headers without a limit, or with one that makes no sense, are left out', () => {
  assert.deepEqual(of({ 'content-type': 'text/event-stream', 'x-ratelimit-limit-tokens': '10' }), []);
  assert.deepEqual(of({ 'x-ratelimit-limit-tokens': '0', 'x-ratelimit-remaining-tokens': '5' }), []);
  assert.deepEqual(of({ 'x-codex-primary-used-percent': 'many' }), []);
  assert.deepEqual(of({ 'x-codex-primary-used-percent': '50' }), ['primary 0.5 - -']);
});
