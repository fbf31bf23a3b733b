// Extensions that act on the way to the model: on input, system prompt, compaction, resources, providers, events.
import { rmSync, writeFileSync } from 'node:fs';
import type { Step } from '../../../server/demo/answer.ts';
import type { Trials } from '../trial.ts';

/** Fixed in the example. */
const TRIGGER_FILE = '/tmp/agent-trigger.txt';
const LONG: Step[] = [{ text: 'A long story. ', repeat: 12_000 }];

export const modelTrials: Trials = {
  pirate: {
    drive: async (stage) => {
      await stage.command('/pirate');
      await stage.prompt('Hello', [{ text: 'Arrr.' }]);
    },
    points: {
      'reports its mode': (seen) => seen.notice(/Pirate mode enabled/),
      'its instructions reach the model': (seen) => seen.modelWasTold(/PIRATE MODE/i),
    },
  },
  'claude-rules': {
    lab: { files: { '.claude/rules/tests.md': 'Test it.' } },
    drive: (stage) => stage.prompt('Hello', [{ text: 'Hello.' }]),
    points: {
      'reports the number of rules': (seen) => seen.notice(/Found 1 rule/),
      'the rules reach the model': (seen) => seen.modelWasTold(/\.claude\/rules\/tests\.md/),
    },
  },
  'prompt-customizer': {
    drive: (stage) => stage.prompt('Hello', [{ text: 'Hello.' }]),
    points: {
      'its instructions reach the model': (seen) => seen.modelWasTold(/it supports text and images/),
    },
  },
  'system-prompt-header': {
    drive: (stage) => stage.prompt('Hello', [{ text: 'Hello.' }]),
    points: { 'its status is shown': (seen) => seen.status('system-prompt', /System: \d+ chars/) },
  },
  'inline-bash': {
    drive: (stage) => stage.prompt('It says !{echo forty-two}.', [{ text: 'It does.' }]),
    points: {
      'the prompt contains the output': (seen) => seen.user(/It says forty-two\./),
      'reports the expansion': (seen) => seen.notice(/Expanded 1 inline command/),
    },
  },
  'input-transform': {
    drive: async (stage) => {
      await stage.prompt('?quick why', [{ text: 'So.' }]);
      await stage.command('ping');
    },
    points: {
      'the prompt is rewritten': (seen) => seen.user(/Respond briefly in 1-2 sentences: why/),
      'a prompt is answered without the model': (seen) => seen.notice(/^pong$/),
    },
  },
  'input-transform-streaming': {
    lab: { files: { 'a.txt': 'one\n' } },
    drive: async (stage) => {
      stage.repository();
      stage.write('project/a.txt', 'two\n');
      await stage.prompt('What changes are there?', [{ text: 'One.' }]);
    },
    points: { 'the prompt contains the diff': (seen) => seen.user(/a\.txt \| 2/) },
  },
  'custom-compaction': {
    drive: async (stage) => {
      await stage.prompt('Tell me a story', LONG);
      await stage.prompt('Another', LONG);
      await stage.send({ type: 'compact' });
    },
    points: {
      'reports the start': (seen) => seen.notice(/Custom compaction extension triggered/),
      'its own summary is used': (seen) =>
        seen.notice(/Custom compaction: summarizing/) && !seen.notice(/default compaction|failed/),
    },
    needs: 'a key for Gemini',
  },
  'trigger-compact': {
    drive: async (stage) => {
      await stage.prompt('Tell me a story', LONG);
      await stage.prompt('Another', LONG);
      await stage.command('/trigger-compact');
      await stage.lab.until('it is over', ({ notices }) =>
        notices.some(({ message }) => /Compaction (completed|failed)/.test(message)),
      );
    },
    points: {
      'reports the start': (seen) => seen.notice(/Compaction started/),
      'reports the end': (seen) => seen.notice(/Compaction completed/),
      'the summary is shown': (seen) =>
        seen.view.entries.some(({ message }) => message.role === 'compactionSummary'),
    },
  },
  'provider-payload': {
    lab: { files: { '.pi/.gitkeep': '' } },
    drive: (stage) => stage.prompt('Hello', [{ text: 'Hello.' }]),
    points: {
      'its file contains the request': (seen) => seen.file('project/.pi/provider-payload.log', /demo-tour/),
      'its file contains the response': (seen) => seen.file('project/.pi/provider-payload.log', /\[200\]/),
    },
  },
  'dynamic-resources': {
    drive: async (stage) => {
      stage.commands = await stage.knownCommands();
      stage.themes = await stage.knownThemes();
    },
    points: {
      'its theme is listed': (_seen, stage) => stage.themes.includes('dynamic-resources'),
      'its prompt is a command': (_seen, stage) => stage.commands.includes('dynamic'),
      'its skill is a command': (_seen, stage) => stage.commands.includes('skill:dynamic-resources'),
    },
  },
  'event-bus': {
    drive: (stage) => stage.command('/emit a word'),
    points: {
      'the event at the start arrives': (seen) => seen.notice(/Event from event-bus-example/),
      'the event of its command arrives': (seen) => seen.notice(/Event from \/emit command: a word/),
    },
  },
  'file-trigger': {
    before: () => writeFileSync(TRIGGER_FILE, ''),
    drive: async (stage) => {
      try {
        stage.lab.model.queue([{ steps: [{ text: 'I saw it.' }] }]);
        writeFileSync(TRIGGER_FILE, 'look here');
        await stage.lab.until('the file is answered', ({ entries }) =>
          entries.some(({ message }) => message.role === 'assistant'),
        );
      } finally {
        rmSync(TRIGGER_FILE, { force: true });
      }
    },
    points: {
      'text written to its file becomes a message': (seen) => seen.custom('file-trigger'),
      'the model answers it': (seen) => seen.view.entries.some(({ message }) => message.role === 'assistant'),
    },
  },
  'custom-provider-anthropic': {
    drive: async (stage) => {
      stage.models = await stage.knownModels();
    },
    points: {
      'its models can be chosen': (_seen, stage) => stage.models.some((m) => /^custom-anthropic/.test(m)),
    },
    needs: '`npm install` in its folder (@anthropic-ai/sdk), a key or an account, and a network',
  },
  'custom-provider-gitlab-duo': {
    drive: async (stage) => {
      stage.models = await stage.knownModels();
    },
    points: { 'its models can be chosen': (_seen, stage) => stage.models.some((m) => /^gitlab-duo/.test(m)) },
    needs: 'a GitLab account and a network',
  },
};
