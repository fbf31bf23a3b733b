// Commands and what they show: dialogs, notices, status, widgets, titles, drafts.
import type { Trials } from '../trial.ts';

const THREE_STEPS =
  'Plan:\n1. Read the first file carefully\n2. Write the second file carefully\n3. Run every test there is';

export const commandTrials: Trials = {
  preset: {
    drive: async (stage) => {
      stage.write(
        'agent/presets.json',
        JSON.stringify({ brief: { tools: ['read'], instructions: 'Be brief.' } }),
      );
      await stage.send({ type: 'new_session' });
      await stage.command('/preset brief');
      await stage.prompt('Hello', [{ text: 'Hello.' }]);
      await stage.command('/preset');
      await stage.shortcut('ctrl+shift+u');
    },
    points: {
      'a preset is chosen by name': (seen) => seen.notice(/Preset "brief" activated/),
      'its status is shown': (seen) => seen.hadStatus('preset', /preset:brief/),
      'its instructions reach the model': (seen) => seen.modelWasTold(/Be brief\./),
      'its shortcut goes to the next preset': (seen) => seen.notice(/Preset cleared/),
    },
  },
  'plan-mode': {
    answers: [{ value: 'Execute the plan (track progress)' }],
    drive: async (stage) => {
      await stage.shortcut('ctrl+alt+p');
      await stage.prompt('Make a plan', [{ text: THREE_STEPS }], [{ text: 'Did the first. [DONE:1]' }]);
      await stage.command('/todos');
    },
    points: {
      'its shortcut starts plan mode': (seen) => seen.notice(/Plan mode enabled/),
      'asks what to do next': (seen) => seen.asked('select', /Plan mode - what next/),
      'runs the plan': (seen) => seen.custom('plan-mode-execute'),
      'its widget checks off the steps': (seen) => seen.widget('plan-todos', /☑/),
      'its status counts the steps': (seen) => seen.status('plan-mode', /1\/3/),
    },
  },
  tools: {
    drive: (stage) => stage.command('/tools'),
    keys: ['\x1b[B', ' '],
    points: { 'a tool is switched off': (seen) => seen.screen(/→ bash\s+disabled/) },
  },
  handoff: {
    drive: async (stage) => {
      await stage.prompt('Hello', [{ text: 'Hello.' }]);
      await stage.command('/handoff go on');
    },
    points: { 'the prompt can be edited': (seen) => seen.asked('editor', /handoff/) },
  },
  qna: {
    drive: async (stage) => {
      await stage.prompt('Hello', [{ text: 'Who are you?' }]);
      await stage.command('/qna');
    },
    points: { 'the questions appear in the composer': (seen) => seen.view.editorText !== null },
  },
  commands: {
    answers: [{ value: '/commands - List available slash commands' }, { confirmed: true }],
    drive: (stage) => stage.command('/commands'),
    points: {
      'lists the commands': (seen) => seen.asked('select', /Available Commands/),
      'asks whether to show the path': (seen) => seen.asked('confirm', /commands/),
      'shows the path': (seen) => seen.notice(/commands\.ts/),
    },
  },
  'status-line': {
    drive: (stage) => stage.prompt('Hello', [{ text: 'Hello.' }]),
    points: {
      'its status is shown': (seen) => seen.hadStatus('status-demo', /Ready/),
      'its status follows the turns': (seen) => seen.status('status-demo', /Turn 1 complete/),
    },
  },
  'github-issue-autocomplete': {
    lab: { files: { 'a.txt': 'one\n' } },
    drive: async (stage) => {
      stage.repository();
      stage.git('remote', 'add', 'origin', 'https://github.com/example/example.git');
      stage.program('gh', `echo '[{"number":1,"title":"One","state":"OPEN"}]'`);
      await stage.send({ type: 'new_session' });
      stage.completions = await stage.complete('See #o');
    },
    points: {
      'completes the numbers of issues': (_seen, stage) => stage.completions.includes('See #1'),
    },
  },
  'widget-placement': {
    points: {
      'shows a widget above the editor': (seen) => seen.widget('widget-above', /Above editor/),
      'shows a widget below the editor': (seen) =>
        seen.view.widgets.some(({ key, placement }) => key === 'widget-below' && placement === 'belowEditor'),
    },
  },
  'hidden-thinking-label': {
    drive: (stage) => stage.prompt('Hello', [{ think: 'Hm.' }, { text: 'Hello.' }]),
    points: { 'thinking has its label': ({ view }) => view.working.thinkingLabel === 'Pondering...' },
  },
  'working-indicator': {
    drive: (stage) => stage.command('/working-indicator pulse'),
    points: {
      'its status is shown': (seen) => seen.status('working-indicator', /custom pulse/),
      'its notice is shown': (seen) => seen.notice(/set to: custom pulse/),
      'its sign is shown': ({ view }) => (view.working.frames?.length ?? 0) > 1,
    },
  },
  'working-message-test': {
    drive: (stage) => stage.prompt('Hello', [{ text: 'Hello.' }]),
    points: {
      'its message and sign are shown': ({ view }) =>
        /custom/.test(view.working.message ?? '') && view.working.frames?.length === 1,
    },
  },
  'model-status': {
    drive: (stage) => stage.send({ type: 'set_model', provider: 'demo', modelId: 'demo-plain' }),
    points: {
      'reports the new model': (seen) => seen.notice(/Model: demo\/demo-plain/),
      'its status is shown': (seen) => seen.status('model', /demo-plain/),
    },
  },
  'send-user-message': {
    drive: async (stage) => {
      stage.lab.model.queue([{ steps: [{ text: 'Four.' }] }]);
      await stage.command('/ask What is two and two?');
      await stage.lab.until('it is answered', ({ entries }) => entries.length === 2);
    },
    points: {
      'its message is a user message': (seen) => seen.user(/What is two and two/),
      'the model answers it': (seen) => seen.view.entries.at(-1)?.message.role === 'assistant',
    },
  },
  'timed-confirm': {
    answers: [{ confirmed: true }, { value: 'Option B' }, { confirmed: true }],
    drive: async (stage) => {
      await stage.command('/timed');
      await stage.command('/timed-select');
      await stage.command('/timed-signal');
    },
    points: {
      'asks with a time limit': (seen) =>
        seen.notice(/Confirmed by user/) && seen.answered.some(({ expiresAt }) => expiresAt !== undefined),
      'offers a choice with a time limit': (seen) => seen.notice(/Selected: Option B/),
    },
  },
  'rpc-demo': {
    answers: [{ value: 'Block' }, { value: 'typed' }, { value: 'one\ntwo' }, { confirmed: false }],
    drive: async (stage) => {
      await stage.call('bash', { command: 'sudo rm -rf build-of-yesterday' });
      await stage.command('/rpc-input');
      await stage.command('/rpc-editor');
      await stage.command('/rpc-prefill');
      await stage.send({ type: 'new_session' });
    },
    points: {
      'select: blocks': (seen) => seen.notice(/Command blocked by user/),
      input: (seen) => seen.notice(/You entered: typed/),
      editor: (seen) => seen.notice(/Editor submitted \(2 lines\)/),
      set_editor_text: (seen) => /rpc-demo extension/.test(seen.view.editorText?.text ?? ''),
      'confirm: keeps the session': (seen) => seen.notice(/Clear cancelled/),
      setTitle: (seen) => seen.view.title === 'pi RPC Demo',
      setWidget: (seen) => seen.widget('rpc-demo', /Loaded and ready/),
      setStatus: (seen) => seen.status('rpc-demo', /Turn \d done/),
    },
  },
  'titlebar-spinner': {
    drive: (stage) => stage.prompt('Hello', [{ text: 'Hello.' }, { delay: 300 }]),
    points: {
      'the title spins': (seen) => seen.hadTitle(/^[⠀-⣿] π/u),
      'the title stops spinning': (seen) => /^π/u.test(seen.view.title ?? ''),
    },
  },
  'shutdown-command': {
    drive: async (stage) => {
      await stage.command('/quit');
      await stage.lab.until('pi has ended', ({ exit }) => exit !== null);
    },
    points: { '`/quit` ends pi, and the page says so': (seen) => seen.view.exit?.code === 0 },
  },
  'reload-runtime': {
    drive: async (stage) => {
      stage.write('agent/prompts/new-prompt.md', 'Something new.\n');
      await stage.command('/reload-runtime');
      stage.commands = await stage.knownCommands();
    },
    points: {
      'a new prompt template is known after the reload': (_seen, stage) =>
        stage.commands.includes('new-prompt'),
    },
  },
  'interactive-shell': {
    drive: async (stage) => {
      await stage.send({ type: 'bash', command: 'echo plain' });
      await stage.lab.tryCommand({ type: 'bash', command: 'i test -t 0' });
    },
    points: {
      'other commands run as before': (seen) => seen.tool('bash', 'ok', /plain/),
      'an interactive command runs': (seen) => seen.ownCommand('i test -t 0', 'ok'),
    },
  },
  bookmark: {
    drive: async (stage) => {
      await stage.prompt('Hello', [{ text: 'Hello.' }]);
      await stage.command('/bookmark here');
    },
    points: {
      'reports the bookmark': (seen) => seen.notice(/Bookmarked as: here/),
      'the bookmark is in the session': (seen) => seen.session(/"type":"label".*"here"/),
    },
  },
  'session-name': {
    drive: (stage) => stage.command('/session-name The long way'),
    points: {
      'the session has the name': (seen) => seen.view.session?.name === 'The long way',
      'reports the new name': (seen) => seen.notice(/Session named: The long way/),
    },
  },
  summarize: {
    needs: 'a key for OpenAI',
    drive: async (stage) => {
      await stage.prompt('Hello', [{ text: 'Hello.' }]);
      await stage.command('/summarize');
    },
    points: { 'its summary is shown': (seen) => seen.screen(/Summary/i) },
  },
};
