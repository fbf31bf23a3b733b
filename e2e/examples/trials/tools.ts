// Tools of extensions: called by the model, shown with their arguments, updates and results.
import type { Trials } from '../trial.ts';

/** Makes the scripted model known to the pi that `subagent` starts. */
const models = (baseUrl: string): string =>
  JSON.stringify({
    providers: {
      demo: { baseUrl, apiKey: 'demo', api: 'openai-completions', models: [{ id: 'demo-tour' }] },
    },
  });
const AGENT = '---\nname: scout\ndescription: Looks\ntools: read\n---\nYou look.\n';

export const toolTrials: Trials = {
  hello: {
    drive: (stage) => stage.call('hello', { name: 'World' }),
    points: { 'its tool runs': (seen) => seen.tool('hello', 'ok', /Hello, World/) },
  },
  todo: {
    drive: async (stage) => {
      await stage.call('todo', { action: 'add', text: 'Buy milk' });
      await stage.call('todo', { action: 'toggle', id: 1 });
      await stage.command('/todos');
    },
    points: {
      'its tool adds an item': (seen) => seen.tool('todo', 'ok', /Added todo #1: Buy milk/),
      'its tool completes an item': (seen) => seen.tool('todo', 'ok', /Todo #1 completed/),
      '`/todos` shows the list': (seen) => seen.screen(/Buy milk/),
    },
  },
  question: {
    keys: ['\r'],
    drive: (stage) =>
      stage.call('question', { question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }),
    points: {
      'asks, and the model gets the answer': (seen) =>
        seen.screen(/Which/) && seen.tool('question', 'ok', /A/),
    },
  },
  questionnaire: {
    keys: ['\r', '\r'],
    drive: (stage) =>
      stage.call('questionnaire', {
        questions: [{ id: 'q', prompt: 'Which?', options: [{ value: 'a', label: 'A' }] }],
      }),
    points: {
      'asks, and the model gets the answers': (seen) =>
        seen.screen(/Which/) && seen.tool('questionnaire', 'ok', /A/),
    },
  },
  'tool-override': {
    lab: { files: { 'a.txt': 'the text of a\n', '.env': 'SECRET=1\n' } },
    drive: async (stage) => {
      await stage.call('read', { path: 'a.txt' });
      await stage.call('read', { path: '.env' });
      await stage.command('/read-log');
    },
    points: {
      'its `read` works': (seen) => seen.tool('read', 'ok', /the text of a/),
      'its `read` refuses `.env`': (seen) => seen.tool('read', 'ok', /Access denied/),
      'its log is shown': (seen) => seen.notice(/Recent file access/),
    },
  },
  'dynamic-tools': {
    drive: async (stage) => {
      await stage.command('/add-echo-tool echo_again');
      await stage.call('echo_session', { message: 'one' });
      await stage.call('echo_again', { message: 'two' });
    },
    points: {
      'a tool registered at the start runs': (seen) => seen.tool('echo_session', 'ok', /\[session\] one/),
      'a tool registered later runs': (seen) => seen.tool('echo_again', 'ok', /\[echo_again\] two/),
      'its notices are shown': (seen) => seen.notice(/Registered dynamic tool: echo_again/),
    },
  },
  'structured-output': {
    drive: (stage) =>
      stage.prompt('Sum it up.', [
        {
          tool: 'structured_output',
          args: { headline: 'All well', summary: 'It is.', actionItems: ['Rest'] },
        },
      ]),
    points: {
      'its tool ends the run': (seen) =>
        seen.tool('structured_output', 'ok', /Saved structured output: All well/),
      'its fields can be read': (seen) =>
        Object.values(seen.view.toolRuns).some(({ details }) => JSON.stringify(details)?.includes('Rest')),
    },
  },
  'built-in-tool-renderer': {
    lab: { files: { 'a.txt': 'the text of a\n' } },
    drive: (stage) => stage.call('read', { path: 'a.txt' }),
    points: { 'its `read` works': (seen) => seen.tool('read', 'ok', /the text of a/) },
  },
  'minimal-mode': {
    lab: { files: { 'a.txt': 'the text of a\n' } },
    drive: (stage) => stage.call('read', { path: 'a.txt' }),
    points: {
      'its `read` works': (seen) => seen.tool('read', 'ok', /the text of a/),
      'its `read` is shown as it draws it': (seen) => seen.drawnRow(/^read .*a\.txt/),
    },
  },
  'truncated-tool': {
    lab: { files: { 'a.txt': 'a needle\n' } },
    drive: async (stage) => {
      // ripgrep is rarely installed; the tool only needs a program of that name that prints matches.
      stage.program('rg', 'shift 2; exec grep -rn "$@"');
      await stage.call('rg', { pattern: 'needle' });
    },
    points: {
      'its tool finds a match': (seen) => seen.tool('rg', 'ok', /a needle/),
      'its call is shown as it draws it': (seen) => seen.drawnRow(/needle/),
    },
  },
  ssh: {
    lab: { piOptions: ['--ssh', 'nobody@example.invalid:/home/nobody'] },
    drive: (stage) => stage.call('bash', { command: 'echo over there' }),
    points: {
      'its status names the machine': (seen) => seen.status('ssh', /SSH: nobody@example\.invalid/),
      'bash runs on that machine': (seen) => seen.tool('bash', 'ok', /over there/),
    },
    needs: 'another machine that accepts SSH',
  },
  subagent: {
    answers: [{ confirmed: true }],
    // A folder without its own settings or extensions counts as trusted.
    lab: { files: { '.pi/agents/scout.md': AGENT, '.pi/settings.json': '{}' } },
    drive: async (stage) => {
      stage.write('agent/models.json', models(stage.lab.model.url));
      const args = { agent: 'scout', task: 'Look around', agentScope: 'project' };
      stage.lab.model.queue([
        { steps: [{ tool: 'subagent', args }] },
        { steps: [{ text: 'The scout saw it all.' }] },
        { steps: [{ text: 'Done.' }] },
      ]);
      await stage.send({ type: 'prompt', message: 'Send the scout.' });
      await stage.lab.until('the scout is back', ({ entries }) => entries.length === 3);
    },
    points: {
      'asks before agents of the project run': (seen) => seen.asked('confirm', /project-local agents/),
      'the answer of its agent comes back': (seen) => seen.tool('subagent', 'ok', /The scout saw it all/),
    },
  },
  'with-deps': {
    drive: (stage) => stage.call('parse_duration', { duration: '2 days' }),
    packages: ['ms'],
    points: { 'its tool runs': (seen) => seen.tool('parse_duration', 'ok', /172800000/) },
  },
  'bash-spawn-hook': {
    drive: async (stage) => {
      stage.write('home/.profile', '');
      await stage.call('bash', { command: 'echo hook $PI_SPAWN_HOOK' });
    },
    points: { 'its variable is set': (seen) => seen.tool('bash', 'ok', /hook 1/) },
  },
  'tic-tac-toe': {
    drive: async (stage) => {
      await stage.call('tic_tac_toe_see_board', {});
      await stage.command('/tic-tac-toe');
    },
    points: {
      'the model sees the board': (seen) => seen.tool('tic_tac_toe_see_board', 'ok', /Your cursor/),
      'the user can play': (seen) => seen.screen(/./),
    },
  },
};
