import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionEntry } from '../../../shared/pi/session.ts';
import type { History } from '../../sessions/history.ts';
import { factsOf } from './entry-facts.ts';

test('a summary that an extension wrote is marked, and one of pi is not', () => {
  const history = { firstRowFrom: () => 'kept', branches: () => undefined } as unknown as History;
  const entry = (type: string, fromHook?: boolean) =>
    ({ type, id: 's', firstKeptEntryId: 'k', ...(fromHook !== undefined && { fromHook }) }) as SessionEntry;
  assert.deepEqual(factsOf(history, entry('compaction', true)), { keptFrom: 'kept', isByExtension: true });
  assert.deepEqual(factsOf(history, entry('branch_summary', true)), { isByExtension: true });
  assert.deepEqual(factsOf(history, entry('compaction')), { keptFrom: 'kept' });
  assert.deepEqual(factsOf(history, entry('branch_summary', false)), {});
});
