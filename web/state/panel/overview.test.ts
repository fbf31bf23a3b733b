import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { OverviewAgent } from '../../../shared/overview.ts';
import { PersistedText } from '../../lib/storage/persisted.ts';
import { Overview } from './overview.svelte.ts';

beforeEach(() => void new PersistedText('browser', 'pi-panel.looked-at-agents').set(null));

const agent = (id: string, more: Partial<OverviewAgent> = {}): OverviewAgent => ({
  id,
  workspace: `/${id}`,
  session: null,
  state: 'idle',
  line: '',
  since: 0,
  cost: null,
  unread: 0,
  model: null,
  dialog: null,
  endedAt: null,
  ...more,
});

function filled(...agents: OverviewAgent[]): Overview {
  const overview = new Overview();
  overview.accept({ agents, isAll: true, revision: 10 });
  return overview;
}

const idsOf = (agents: readonly OverviewAgent[]): string => agents.map(({ id }) => id).join(' ');

test('agents that need the user come first, the longest wait on top, and working ones before finished ones', () => {
  const overview = filled(
    agent('idle'),
    agent('running', { state: 'working' }),
    agent('done', { endedAt: 5 }),
    agent('failed', { state: 'failed' }),
    agent('asks late', { state: 'needs_you', since: 2 }),
    agent('asks', { state: 'needs_you', since: 1 }),
  );
  assert.equal(idsOf(overview.byNeed), 'asks asks late failed running done idle');
  assert.deepEqual([overview.waiting, overview.urgent], [2, 4]);
});

test('agents that do not need the user stay in the order in which they were started', () => {
  const started = [
    agent('a', { state: 'working', since: 1 }),
    agent('b', { since: 9 }),
    agent('c', { state: 'working', since: 5 }),
    agent('d', { since: 20 }),
  ];
  assert.equal(idsOf(filled(...started).byNeed), 'a c b d');
});

test('changes are merged into the list, and an older list does not replace a newer one', () => {
  const overview = filled(agent('a'), agent('b'));
  overview.accept({ agents: [agent('b', { line: 'new' }), agent('c')], gone: ['a'], revision: 11 });
  assert.equal(idsOf(overview.agents), 'b c');
  overview.accept({ agents: [agent('a')], isAll: true, revision: 10 });
  assert.equal(idsOf(overview.agents), 'b c');
  overview.accept({ agents: [agent('d')], isAll: true, revision: 12 });
  assert.equal(idsOf(overview.agents), 'd');
});

test('the changed fields of an agent are merged into its row', () => {
  const overview = filled(agent('a', { line: 'old', cost: 1 }), agent('b'));
  const [, other] = overview.agents;
  overview.accept({ agents: [], changes: [{ id: 'a', line: 'new' }, { id: 'unknown' }], revision: 11 });
  assert.deepEqual(overview.agents[0], agent('a', { line: 'new', cost: 1 }));
  assert.equal(overview.agents[1], other, 'its row is not drawn again');
  assert.equal(overview.agents.length, 2);
});

test('a change that arrives from another tab before the complete list is not lost', () => {
  const overview = new Overview();
  overview.accept({ agents: [agent('b')], revision: 11 });
  assert.equal(overview.isKnown, false);
  overview.accept({ agents: [agent('a')], isAll: true, revision: 10 });
  assert.equal(idsOf(overview.agents), 'a b');
});

test('an agent is `finished` until the user has seen it in this browser', () => {
  const ended = agent('a', { endedAt: 5 });
  const overview = filled(ended, agent('b', { state: 'needs_you' }));
  assert.equal(overview.stateOf(ended), 'finished');
  overview.markSeen('a');
  assert.equal(overview.stateOf(ended), 'idle');
  assert.equal(filled(ended).stateOf(ended), 'idle', 'also after a reload');
  const again = agent('a', { endedAt: 6 });
  overview.accept({ agents: [again], revision: 11 });
  assert.equal(overview.stateOf(again), 'finished');
});

test('what was seen stays seen after a restart of the panel, when the agent has another id', () => {
  const session = { id: 's' };
  filled(agent('a', { endedAt: 5, session })).markSeen('a');
  const [back, unseen] = [
    agent('b', { endedAt: 5, session }),
    agent('c', { endedAt: 5, session: { id: 'other' } }),
  ];
  const overview = filled(back, unseen);
  assert.deepEqual([overview.stateOf(back), overview.stateOf(unseen)], ['idle', 'finished']);
});

test('an agent whose run was interrupted needs the user, after those that ask or have failed', () => {
  const overview = filled(
    agent('idle'),
    agent('done', { endedAt: 5 }),
    agent('cut short', { isInterrupted: true }),
    agent('failed', { state: 'failed' }),
  );
  assert.equal(idsOf(overview.byNeed), 'failed cut short done idle');
  assert.equal(overview.urgent, 3);
  assert.equal(overview.nextUrgent('failed')?.id, 'cut short');
});

test('the next urgent agent is the one after the given agent, and the first one after the last', () => {
  const overview = filled(
    agent('a', { state: 'needs_you' }),
    agent('b', { state: 'failed' }),
    agent('c', { state: 'working' }),
  );
  const after = (id?: string): string | undefined => overview.nextUrgent(id)?.id;
  assert.deepEqual([after('c'), after('a'), after('b'), after()], ['a', 'b', 'a', 'a']);
  assert.equal(filled(agent('a')).nextUrgent('a'), null);
});

test('what one tab has seen stays seen when another tab sees something else', () => {
  const agents = ['a', 'b'].map((id) => agent(id, { state: 'finished', endedAt: 5 }));
  const [one, other] = [filled(...agents), filled(...agents)];
  one.markSeen('a');
  other.markSeen('b');
  const reloaded = filled(...agents);
  assert.deepEqual(
    reloaded.agents.map((each) => reloaded.stateOf(each)),
    ['idle', 'idle'],
  );
});

test('changes of the same revision count, because one frame may come in parts; an agent is listed once', () => {
  const overview = filled(agent('a'));
  overview.accept({ agents: [agent('a', { line: 'new' })], revision: 10 });
  overview.accept({ agents: [agent('a', { line: 'newer' }), agent('b')], revision: 11 });
  assert.deepEqual(
    overview.agents.map(({ id, line }) => `${id} ${line}`),
    ['a newer', 'b '],
  );
  overview.accept({ agents: [agent('a', { line: 'late' })], revision: 10 });
  assert.equal(overview.agents[0]?.line, 'newer');
});

test('the ends that were seen last are remembered, the oldest are forgotten', () => {
  const agents = Array.from({ length: 210 }, (_, n) => agent(`a${n}`, { endedAt: n + 1 }));
  const overview = filled(...agents);
  for (const { id } of agents) overview.markSeen(id);
  const states = agents.map((each) => filled(...agents).stateOf(each));
  assert.deepEqual([states[0], states[9], states[10], states[209]], ['finished', 'finished', 'idle', 'idle']);
});
