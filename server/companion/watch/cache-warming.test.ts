import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExtensionAPI } from '@earendil-works/pi-coding-agent';
import type { CompanionReport } from '../../../shared/companion.ts';
import { limitCacheWarming } from './cache-warming.ts';

/** Runs the handlers as pi does. */
function setUp(cacheWarming: string | undefined) {
  const handlers = new Map<string, (event: object, ctx: object) => unknown>();
  const reports: CompanionReport[] = [];
  const pi = {
    on: (event: string, handler: (event: object, ctx: object) => unknown) => handlers.set(event, handler),
    getSettings: () => ({ cacheWarming }),
  };
  limitCacheWarming(pi as unknown as ExtensionAPI, () => (report) => reports.push(report));
  const run = (event: string, isIdle: boolean): unknown => handlers.get(event)!({}, { isIdle: () => isIdle });
  return { run, reports };
}

test('between runs the cache is not kept warm, unless the user has asked for it; during a run pi decides', () => {
  for (const mode of [undefined, 'streaming', 'off']) {
    const { run, reports } = setUp(mode);
    assert.deepEqual(run('cache_warming_decision', true), { action: 'stop' });
    assert.equal(run('cache_warming_decision', false), undefined);
    run('session_start', true);
    assert.deepEqual(reports, [{ type: 'warming', isIdle: false }]);
  }
  const { run, reports } = setUp('idle');
  assert.equal(run('cache_warming_decision', true), undefined);
  run('session_start', true);
  assert.deepEqual(reports, [{ type: 'warming', isIdle: true }]);
});

test('a pi that says nothing of its settings is left alone', () => {
  const on = (): never => assert.fail('It has no such event.');
  limitCacheWarming({ on } as unknown as ExtensionAPI, () => () => undefined);
});
