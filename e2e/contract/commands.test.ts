// Every command of pi as a page sends it: the record that pi receives, and the effect on the page.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { missingAbility, type CommandType } from '../../shared/pi/command-facts.ts';
import type { BashResult, SessionState, SessionStats, SlashCommand } from '../../shared/pi/commands.ts';
import type { AgentMessage, Model } from '../../shared/pi/messages.ts';
import type { ExportReady, PageCommand } from '../../shared/wire.ts';
import type { Lab } from './lab.ts';
import { textsOf } from '../../shared/view/queue.ts';
import { EARLY_COMPACTION, NO_HIDDEN_RETRIES, OVERLOADED, says } from '../panel/scripted.ts';
import { onEveryPi } from './every-pi.ts';
import { rowsOf, reasonOf } from './summaries.ts';

type Sent<T extends CommandType> = Extract<PageCommand, { type: T }>;

interface Row<T extends CommandType> {
  /** Brings the panel into a state in which the command is meaningful. */
  given?: (panel: Lab) => Promise<unknown>;
  sends: Sent<T> | ((panel: Lab) => Promise<Sent<T>>);
  /** The command that pi receives, if the page sends a different one. */
  piGets?: (panel: Lab, sent: Sent<T>) => Promise<object>;
  /** `data`: what pi responded. */
  then: (panel: Lab, data: unknown, sent: Sent<T>) => Promise<void> | void;
}

const ROWS: { [T in CommandType]: Row<T> } = {
  prompt: {
    sends: { type: 'prompt', message: 'Say hello' },
    given: (panel) => Promise.resolve(panel.model.queue([says('Hello.')])),
    then: async (panel) => {
      assert.deepEqual(rowsOf(await panel.settled(2)), ['You: Say hello', 'Assistant: Hello.']);
    },
  },
  steer: {
    given: (panel) => panel.hangingAnswer(),
    sends: { type: 'steer', message: 'Faster' },
    then: (panel) => assert.deepEqual(textsOf(panel.view.queue), { steering: ['Faster'], followUp: [] }),
  },
  follow_up: {
    given: (panel) => panel.hangingAnswer(),
    sends: { type: 'follow_up', message: 'And then' },
    then: (panel) => assert.deepEqual(textsOf(panel.view.queue), { steering: [], followUp: ['And then'] }),
  },
  abort: {
    given: (panel) => panel.hangingAnswer(),
    sends: { type: 'abort' },
    then: async (panel) => {
      const last = (await panel.idle()).entries.at(-1)?.message;
      assert.equal(last?.role === 'assistant' && last.stopReason, 'aborted');
    },
  },
  clear_queue: {
    given: async (panel) => {
      await panel.hangingAnswer();
      await panel.command({ type: 'steer', message: 'Faster' });
      await panel.command({ type: 'follow_up', message: 'And then' });
    },
    sends: { type: 'clear_queue' },
    then: async (panel, data) => {
      assert.deepEqual(data, { steering: ['Faster'], followUp: ['And then'] });
      await panel.until(
        'the queue is empty',
        ({ queue }) => queue.steering.length + queue.followUp.length === 0,
      );
    },
  },
  new_session: {
    given: (panel) => panel.converse('Hello', 'Hello.'),
    sends: { type: 'new_session' },
    then: async (panel) => {
      const { session } = await panel.until('the page is empty', ({ entries }) => entries.length === 0);
      assert.equal((await stateOf(panel)).sessionId, session?.id);
      assert.equal(panel.view.stats?.userMessages, 0);
    },
  },
  get_state: {
    sends: { type: 'get_state' },
    then: (panel, data) => assert.equal((data as SessionState).sessionId, panel.view.session?.id),
  },
  get_messages: {
    given: (panel) => panel.converse('Hello', 'Hello.'),
    sends: { type: 'get_messages' },
    then: (panel, data) => {
      const { messages } = data as { messages: AgentMessage[] };
      const shown = panel.view.entries.map(({ message }) => [message.role, message.timestamp]);
      const told = messages.filter(({ role }) => role !== 'system');
      assert.deepEqual(
        shown,
        told.map(({ role, timestamp }) => [role, timestamp]),
      );
    },
  },
  set_model: {
    sends: { type: 'set_model', provider: 'demo', modelId: 'demo-plain' },
    then: async (panel) => {
      await panel.until('the model is another', ({ model }) => model?.id === 'demo-plain');
      // That model cannot think.
      await panel.until('the level is off', ({ thinkingLevel }) => thinkingLevel === 'off');
      await panel.command({ type: 'set_model', provider: 'demo', modelId: 'demo-tour' });
    },
  },
  cycle_model: {
    given: (panel) => panel.command({ type: 'set_model', provider: 'demo', modelId: 'demo-tour' }),
    sends: { type: 'cycle_model' },
    then: async (panel, data) => {
      const { model } = data as { model: Model };
      assert.equal(model.id, 'demo-plain');
      await panel.until('the model is another', ({ model: shown }) => shown?.id === model.id);
      await panel.command({ type: 'set_model', provider: 'demo', modelId: 'demo-tour' });
    },
  },
  get_available_models: {
    sends: { type: 'get_available_models' },
    then: (_panel, data) => {
      const { models } = data as { models: Model[] };
      assert.deepEqual(models.map(({ id }) => id).sort(), ['demo-plain', 'demo-tour']);
    },
  },
  set_thinking_level: {
    given: (panel) => panel.command({ type: 'set_thinking_level', level: 'high' }),
    sends: { type: 'set_thinking_level', level: 'low' },
    then: async (panel) => {
      await panel.until('the level is low', ({ thinkingLevel }) => thinkingLevel === 'low');
    },
  },
  cycle_thinking_level: {
    given: (panel) => panel.command({ type: 'set_thinking_level', level: 'low' }),
    sends: { type: 'cycle_thinking_level' },
    then: async (panel, data) => {
      assert.deepEqual(data, { level: 'medium' });
      await panel.until('the level is the next', ({ thinkingLevel }) => thinkingLevel === 'medium');
    },
  },
  get_available_thinking_levels: {
    sends: { type: 'get_available_thinking_levels' },
    then: (panel, data) => assert.deepEqual((data as { levels: string[] }).levels, panel.view.thinkingLevels),
  },
  set_steering_mode: {
    sends: { type: 'set_steering_mode', mode: 'all' },
    then: async (panel) => {
      await panel.until('the mode is all', ({ steeringMode }) => steeringMode === 'all');
      assert.equal((await settingsOf(panel)).steeringMode, 'all');
      await panel.command({ type: 'set_steering_mode', mode: 'one-at-a-time' });
    },
  },
  set_follow_up_mode: {
    sends: { type: 'set_follow_up_mode', mode: 'all' },
    then: async (panel) => {
      await panel.until('the mode is all', ({ followUpMode }) => followUpMode === 'all');
      assert.equal((await settingsOf(panel)).followUpMode, 'all');
      await panel.command({ type: 'set_follow_up_mode', mode: 'one-at-a-time' });
    },
  },
  compact: {
    given: async (panel) => {
      await panel.converse('Hello', 'Long. '.repeat(200));
      await panel.converse('Hello', 'Longer. '.repeat(200));
      panel.model.queue([1, 2].map(() => says('What was said.')));
    },
    sends: { type: 'compact', customInstructions: 'Keep the names.' },
    then: async (panel) => {
      const last = (await panel.idle()).entries.at(-1)?.message;
      assert.match(last?.role === 'compactionSummary' ? last.summary : '', /What was said\./);
      // pi 0.73.1 gives no estimate.
      if (panel.view.version !== '0.73.1') assert.ok(panel.view.contextEstimate! > 0);
      assert.match(JSON.stringify(panel.model.requests.slice(-2)), /Keep the names\./);
    },
  },
  set_auto_compaction: {
    sends: { type: 'set_auto_compaction', enabled: false },
    then: async (panel) => {
      await panel.until('it is off', ({ autoCompaction }) => !autoCompaction);
      await panel.command({ type: 'set_auto_compaction', enabled: true });
      await panel.until('it is on', ({ autoCompaction }) => autoCompaction);
    },
  },
  set_auto_retry: {
    sends: { type: 'set_auto_retry', enabled: false },
    then: async (panel) => {
      await panel.until('it is off', ({ autoRetry }) => autoRetry === false);
      panel.model.queue([OVERLOADED]);
      await panel.command({ type: 'prompt', message: 'Try' });
      await panel.until('it failed', ({ entries }) => entries.length === 2);
      assert.match(JSON.stringify((await panel.idle()).entries.at(-1)?.message), /"stopReason":"error"/);
      // pi never reports it, but the panel still knows it after a restart.
      await panel.restart();
      assert.equal((await panel.snapshot()).autoRetry, false);
      await panel.command({ type: 'set_auto_retry', enabled: true });
      await panel.until('it is on', ({ autoRetry }) => autoRetry);
    },
  },
  abort_retry: {
    given: async (panel) => {
      panel.model.queue([OVERLOADED]);
      await panel.command({ type: 'prompt', message: 'Try' });
      await panel.until('it waits', ({ retry }) => retry?.waiting);
    },
    sends: { type: 'abort_retry' },
    then: async (panel) => {
      await panel.idle();
      assert.equal((await stateOf(panel)).isStreaming, false);
    },
  },
  bash: {
    sends: { type: 'bash', command: 'printf one; exit 3' },
    piGets: (_panel, { command }) => Promise.resolve({ type: 'bash', command, excludeFromContext: false }),
    then: (panel, data) => {
      assert.deepEqual([(data as BashResult).output, (data as BashResult).exitCode], ['one', 3]);
      const [run] = Object.values(panel.view.toolRuns);
      assert.deepEqual([run?.state, run?.exitCode, run?.output.tail], ['failed', 3, 'one']);
      assert.deepEqual(rowsOf(panel.view), ['bashExecution']);
    },
  },
  abort_bash: {
    given: async (panel) => {
      void panel.tryCommand({ type: 'bash', command: 'sleep 60' });
      await panel.until('it runs', ({ toolRuns }) => Object.keys(toolRuns).length === 1);
    },
    sends: { type: 'abort_bash' },
    then: async (panel) => {
      await panel.until('it ends', ({ toolRuns }) => Object.values(toolRuns)[0]?.state === 'aborted');
    },
  },
  get_session_stats: {
    given: (panel) => panel.converse('Hello', 'Hello.'),
    sends: { type: 'get_session_stats' },
    then: async (panel, data) => {
      assert.equal((data as SessionStats).assistantMessages, 1);
      await panel.until('they are shown', ({ stats }) => stats?.assistantMessages === 1);
    },
  },
  export_html: {
    given: (panel) => panel.converse('Hello', 'Hello there.'),
    sends: { type: 'export_html' },
    piGets: async (panel) => {
      const [sent] = (await panel.sent()).filter(({ type }) => type === 'export_html');
      assert.match(
        path.relative(tmpdir(), String(sent?.outputPath)),
        /^pi-panel-export-\w+\/pi-session-.+\.html$/,
      );
      return { type: 'export_html', outputPath: sent?.outputPath };
    },
    then: async (panel, data) => {
      const { path: name, download } = data as ExportReady;
      assert.match(name, /^pi-session-.+\.html$/);
      const route = `agents/${panel.agent}/exports/${download}`;
      assert.match(await (await panel.fetch(route)).text(), /<html[^]*<\/html>/i);
      assert.equal((await panel.fetch(route)).status, 404);
      assert.ok(!(await readdir(panel.workspace)).includes(name));
    },
  },
  switch_session: {
    given: async (panel) => {
      await panel.converse('Hello', 'Hello.');
      await panel.command({ type: 'set_session_name', name: 'the first' });
      await panel.until('it is named', ({ session }) => session?.name === 'the first');
      await panel.command({ type: 'new_session' });
    },
    sends: async (panel) => ({ type: 'switch_session', session: (await storedSession(panel)).id }),
    piGets: async (panel, { session }) => {
      const { sessionFile } = await stateOf(panel);
      assert.match(sessionFile!, new RegExp(`${session}.jsonl$`));
      return { type: 'switch_session', sessionPath: sessionFile };
    },
    then: async (panel, _data, { session }) => {
      await panel.until('the page follows', (view) => view.session?.id === session);
      assert.deepEqual(rowsOf(panel.view), ['You: Hello', 'Assistant: Hello.']);
      assert.equal(panel.view.session?.name, 'the first');
    },
  },
  fork: {
    given: async (panel) => {
      await panel.converse('Hello', 'Hello.');
      await panel.converse('Hello', 'Again.');
    },
    sends: async (panel) => ({ type: 'fork', entryId: (await forkMessages(panel)).at(-1)!.entryId }),
    then: async (panel, data) => {
      assert.equal((data as { text: string }).text, 'Hello');
      const { session } = await panel.until('the page follows', ({ entries }) => entries.length === 2);
      assert.equal((await stateOf(panel)).sessionId, session?.id);
    },
  },
  clone: {
    given: (panel) => panel.converse('Hello', 'Hello.'),
    sends: { type: 'clone' },
    then: async (panel) => {
      const { sessionId } = await stateOf(panel);
      await panel.until('the page follows', ({ session }) => session?.id === sessionId);
      assert.deepEqual(rowsOf(panel.view), ['You: Hello', 'Assistant: Hello.']);
      const { sessions } = await panel.getJson<{ sessions: { id: string }[] }>('sessions');
      assert.equal(sessions.filter(({ id }) => id === sessionId).length, 1);
    },
  },
  get_fork_messages: {
    given: (panel) => panel.converse('Hello', 'Hello.'),
    sends: { type: 'get_fork_messages' },
    then: (_panel, data) => {
      const { messages } = data as { messages: { text: string }[] };
      assert.deepEqual(
        messages.map(({ text }) => text),
        ['Hello'],
      );
    },
  },
  get_entries: {
    given: (panel) => panel.converse('Hello', 'Hello.'),
    sends: { type: 'get_entries' },
    then: (_panel, data) => {
      const { entries } = data as { entries: { type: string }[] };
      assert.ok(entries.filter(({ type }) => type === 'message').length >= 2);
    },
  },
  get_tree: {
    given: (panel) => panel.converse('Hello', 'Hello.'),
    sends: { type: 'get_tree' },
    then: (_panel, data) => assert.match(JSON.stringify(data), /"Hello\."/),
  },
  get_last_assistant_text: {
    given: (panel) => panel.converse('Hello', 'Hello.'),
    sends: { type: 'get_last_assistant_text' },
    then: (_panel, data) => assert.deepEqual(data, { text: 'Hello.' }),
  },
  set_session_name: {
    sends: { type: 'set_session_name', name: 'A name' },
    then: async (panel) => {
      await panel.until('the name is shown', ({ session }) => session?.name === 'A name');
    },
  },
  get_commands: {
    sends: { type: 'get_commands' },
    then: (_panel, data) => {
      const { commands } = data as { commands: SlashCommand[] };
      const [fix, ask] = ['fix', 'demo-ask'].map((name) => commands.find((command) => command.name === name));
      assert.deepEqual([fix?.source, ask?.source], ['prompt', 'extension']);
    },
  },
};

onEveryPi(
  {
    files: { '../agent/prompts/fix.md': 'Fix it.' },
    settings: {
      compaction: EARLY_COMPACTION,
      // Long enough to abort the wait.
      retry: { ...NO_HIDDEN_RETRIES, baseDelayMs: 60_000 },
    },
  },
  ({ pi, test }) => {
    for (const [name, row] of Object.entries(ROWS)) {
      const type = name as CommandType;
      if (missingAbility({ type }, pi.can))
        test(`${type} is refused with a reason and does not reach pi`, (panel) => refuses(panel, type));
      else
        test(
          `${type} reaches pi as it was sent, and the page shows its effect`,
          { inNewSession: false },
          (panel) => carriesOut(panel, row as Row<CommandType>),
        );
    }
  },
);

async function carriesOut(panel: Lab, { given, sends, piGets, then }: Row<CommandType>): Promise<void> {
  // The command before may have left a run.
  await panel.stop();
  await panel.startOver();
  await given?.(panel);
  const sent = typeof sends === 'function' ? await sends(panel) : sends;
  const before = (await panel.sent()).length;
  const data = await panel.command(sent);
  const records = (await panel.sent()).slice(before);
  // Besides, the panel reads the statistics after each run.
  const record = records.find(({ type }) => type === sent.type);
  assert.deepEqual(record, piGets ? await piGets(panel, sent) : sent);
  await then(panel, data, sent);
}

async function refuses(panel: Lab, type: CommandType): Promise<void> {
  const reply = await panel.tryCommand({ type } as PageCommand);
  assert.equal(reply.status, 409);
  assert.match(reasonOf(reply), new RegExp(`has no ${type}: that takes pi`));
  assert.ok((await panel.sent()).every((record) => record.type !== type));
}

function stateOf(panel: Lab): Promise<SessionState> {
  return panel.command<SessionState>({ type: 'get_state' });
}

async function settingsOf({ folders }: Lab): Promise<Record<string, unknown>> {
  const text = await readFile(path.join(folders.agentDir, 'settings.json'), 'utf8');
  return JSON.parse(text) as Record<string, unknown>;
}

async function storedSession(panel: Lab): Promise<{ id: string }> {
  const { sessions } = await panel.getJson<{ sessions: { id: string }[] }>('sessions?query=first');
  return sessions[0]!;
}

async function forkMessages(panel: Lab): Promise<{ entryId: string }[]> {
  return (await panel.command<{ messages: { entryId: string }[] }>({ type: 'get_fork_messages' })).messages;
}
