import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EntriesPage } from '../../shared/stored-sessions.ts';
import type { Entry } from '../../shared/view/conversation.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import { EarlierPlan } from './earlier-plan.svelte.ts';

const answer = (at: number, text = `Answer ${at}`): Entry => ({
  key: `assistant-${at}`,
  message: { role: 'assistant', content: [{ type: 'text', text }], stopReason: 'stop', timestamp: at },
});
const PLAN = '# Plan\n1. One\n2. Two';

/** An agent whose loaded rows begin at 10. */
function agentWith(pages: (EntriesPage | Error)[]): { agent: Agent; queries: string[] } {
  const queries: string[] = [];
  const json = (path: string): Promise<EntriesPage> => {
    queries.push(new URLSearchParams(path.split('?')[1]).get('before')!);
    const page = pages.shift()!;
    return page instanceof Error ? Promise.reject(page) : Promise.resolve(page);
  };
  return { queries, agent: { api: { json }, path: 'a', entries: [answer(10)] } as unknown as Agent };
}
const page = (entries: Entry[], hasOlder = true): EntriesPage => ({ entries, toolRuns: {}, hasOlder });

test('earlier rows are read back to the plan, once, and only for the rows that were loaded', async () => {
  const earlier = new EarlierPlan();
  const { agent, queries } = agentWith([page([answer(8)]), page([answer(5, PLAN), answer(6)])]);
  await Promise.all([earlier.look(agent), earlier.look(agent)]);
  assert.deepEqual(queries, ['assistant-10', 'assistant-8']);
  assert.deepEqual(
    earlier.pageOf(agent).entries.map(({ key }) => key),
    ['assistant-5', 'assistant-6', 'assistant-8'],
  );
  const other = { ...agent, entries: [answer(11)] } as unknown as Agent;
  assert.deepEqual(earlier.pageOf(other).entries, []);
});

test('a conversation without a plan is read to its beginning, and a failure has a reason', async () => {
  const earlier = new EarlierPlan();
  const { agent } = agentWith([page([answer(8)]), page([answer(5)], false)]);
  await earlier.look(agent);
  assert.deepEqual([earlier.pageOf(agent).entries, earlier.isLooking, earlier.failure], [[], false, null]);
  const lost = new EarlierPlan();
  await lost.look(agentWith([new Error('The server is gone.')]).agent);
  assert.deepEqual([lost.isLooking, lost.failure], [false, 'The server is gone.']);
});

test('an answer for rows that were shown before is not taken for those of the shown ones, and neither is its failure', async () => {
  for (const isLost of [false, true]) {
    const earlier = new EarlierPlan();
    const answers: PromiseWithResolvers<EntriesPage>[] = [];
    const json = (): Promise<EntriesPage> => {
      answers.push(Promise.withResolvers<EntriesPage>());
      return answers.at(-1)!.promise;
    };
    const agentAt = (at: number): Agent =>
      ({ api: { json }, path: 'a', entries: [answer(at)] }) as unknown as Agent;
    const [before, shown] = [agentAt(10), agentAt(20)];
    const looks = [earlier.look(before), earlier.look(shown)];
    if (isLost) answers[0]!.reject(new Error('The server is gone.'));
    else answers[0]!.resolve(page([answer(5, PLAN)]));
    await looks[0];
    assert.deepEqual([earlier.pageOf(shown).entries, earlier.isLooking], [[], true]);
    answers[1]!.resolve(page([answer(15, PLAN)]));
    await looks[1];
    assert.deepEqual(
      earlier.pageOf(shown).entries.map(({ key }) => key),
      ['assistant-15'],
    );
    assert.deepEqual([earlier.isLooking, earlier.failure, answers.length], [false, null, 2]);
  }
});
