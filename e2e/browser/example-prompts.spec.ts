// pi's own examples that act on prompts, on the session and on tools, many in one pi, each put to its main use.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { calls, EARLY_COMPACTION, gate, says } from '../panel/scripted.ts';
import { installExample } from '../examples/package-examples.ts';
import { commitAll, HAS_GIT, NO_GIT } from './git.ts';
import {
  answers,
  button,
  conversation,
  converse,
  entries,
  expectIdle,
  notifications,
  open,
  prompts,
  send,
  sessionName,
  statusBar,
} from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';
import { examplePath, hasExample, loadExamples, played } from './pi-examples.ts';
import { workerFolder } from './worker-folder.ts';

const note = (page: Page, text: string | RegExp): Locator => notifications(page).getByText(text).last();

test.describe('examples that act on prompts', () => {
  const NAMES = [
    'bookmark',
    'claude-rules',
    'event-bus',
    'inline-bash',
    'input-transform',
    'input-transform-streaming',
    'model-status',
    'notify',
    'pirate',
    'provider-payload',
    'send-user-message',
    'session-name',
    'system-prompt-header',
    'titlebar-spinner',
    'working-indicator',
  ];
  test.use({
    panelOptions: {
      piArgs: loadExamples(...NAMES),
      files: { '.claude/rules/tests.md': 'Test it.', '.pi/.gitkeep': '' },
    },
  });

  test('prompts are rewritten, answered and extended; the session is named, bookmarked and shown at work', async ({
    page,
    panel,
  }) => {
    test.skip(!HAS_GIT, NO_GIT);
    commitAll(panel);
    await panel.write('README.md', '# Another project\n');
    await open(page, panel);
    await page.getByRole('button', { name: /notifications/i }).click();
    await expect(note(page, 'Found 1 rule(s) in .claude/rules/')).toBeVisible();
    await expect(note(page, 'Event from event-bus-example: Session started')).toBeVisible();
    await page.keyboard.press('Escape');
    await send(page, '/emit a word');
    await expect(note(page, 'Event from /emit command: a word')).toBeVisible();

    await send(page, 'ping');
    await expect(note(page, 'pong')).toBeVisible();
    expect(panel.model.requests).toHaveLength(0);
    await converse(page, panel, ['It says !{echo forty-two}.', 'It does.']);
    await expect(note(page, /^Expanded 1 inline command/)).toBeVisible();
    await expect(note(page, 'Pi: Ready for input')).toBeVisible();
    expectSent(panel, 'It says forty-two.');
    expectSent(panel, '.claude/rules/tests.md');
    await expect(statusBar(page)).toContainText(/System: \d+ chars/);
    expect(await panel.read('.pi/provider-payload.log')).toMatch(/demo-tour[^]*\[200\]/);
    await converse(page, panel, ['?quick why', 'So.']);
    expectSent(panel, 'Respond briefly in 1-2 sentences: why');
    await converse(page, panel, ['What changes are there?', 'One.']);
    expectSent(panel, 'README.md | 2');

    await send(page, '/pirate');
    await expect(note(page, 'Arrr! Pirate mode enabled!')).toBeVisible();
    await send(page, '/working-indicator pulse');
    await expect(statusBar(page)).toContainText('Indicator: custom pulse');
    const held = gate();
    panel.model.queue([{ steps: [{ until: held.until }, { text: 'Four, matey.' }] }]);
    await send(page, '/ask What is two and two?');
    await expect(prompts(page).last()).toContainText('What is two and two?');
    await expect(page).toHaveTitle(/[⠀-⣿] π - project$/u);
    await expect(conversation(page).getByText(/^[·•●]$/)).toBeVisible();
    held.open();
    await expect(answers(page).last()).toContainText('Four, matey.');
    expectSent(panel, 'PIRATE MODE');
    await expectIdle(page);

    await send(page, '/session-name The long way');
    await expect(sessionName(page)).toHaveValue('The long way');
    await send(page, '/bookmark here');
    await expect(conversation(page).getByText('here', { exact: true })).toBeVisible();
    await send(page, '/model demo-plain');
    await expect(note(page, 'Model: demo/demo-plain')).toBeVisible();
    await expect(statusBar(page)).toContainText('🤖 demo-plain');
    await converse(page, panel, ['And now?', 'Still here.']);
    await expect(page).toHaveTitle(/^π - The long way - project$/);
    played(...NAMES);
  });

  function expectSent(panel: RunningPanel, text: string): void {
    expect(JSON.stringify(panel.model.requests.at(-1))).toContain(text);
  }
});

test.describe('examples with tools', () => {
  const NAMES = [
    'bash-spawn-hook',
    'dynamic-tools',
    'file-trigger',
    'prompt-customizer',
    'structured-output',
    'tool-override',
    'trigger-compact',
    'truncated-tool',
    ...['debug-provider'].filter(hasExample),
  ];
  /** Fixed in the example, which watches it from the start. */
  const TRIGGER_FILE = '/tmp/agent-trigger.txt';
  const folder = workerFolder('pi-panel-examples-');
  test.beforeAll(() => writeFileSync(TRIGGER_FILE, ''));
  test.afterAll(() => rmSync(TRIGGER_FILE, { force: true }));
  const withDeps = installExample(examplePath('with-deps'), ['ms'], path.join(folder, 'with-deps'));
  // ripgrep is rarely installed: the tool only needs a program of that name that prints matches.
  const bin = path.join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(path.join(bin, 'rg'), '#!/bin/sh\nshift 2; exec grep -rn "$@"\n', { mode: 0o755 });
  test.use({
    panelOptions: {
      piArgs: [...loadExamples(...NAMES), '-e', withDeps],
      env: { PATH: bin + path.delimiter + process.env.PATH },
      files: { 'a.txt': 'a needle\n', '.env': 'SECRET=1\n' },
      settings: { compaction: EARLY_COMPACTION },
    },
  });

  test('their tools run and are shown as they draw them; a file and a command start work', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await send(page, '/add-echo-tool echo_again');
    await expect(note(page, 'Registered dynamic tool: echo_again')).toBeVisible();
    const drawn = [
      ['rg', { pattern: 'needle' }, /rg "needle"\s*1 matches/],
      [
        'structured_output',
        { headline: 'All well', summary: 'It is.', actionItems: ['Rest'] },
        /All well\s*It is\.\s*1\. Rest/,
      ],
    ] as const;
    const plain = [
      ['echo_session', { message: 'one' }, '[session] one'],
      ['echo_again', { message: 'two' }, '[echo_again] two'],
      ['bash', { command: 'echo hook $PI_SPAWN_HOOK' }, 'hook 1'],
      ['read', { path: '.env' }, 'Access denied'],
      ['read', { path: 'a.txt' }, 'a needle'],
      ['parse_duration', { duration: '2 days' }, '172800000'],
    ] as const;
    for (const [nth, [tool, args, shown]] of [...plain, ...drawn].entries()) {
      // The run ends with structured_output.
      panel.model.queue([calls(tool, args), ...(tool === 'structured_output' ? [] : [says('Done.')])]);
      await send(page, `Use ${tool}.`);
      const card = entries(page, /^Tool /).nth(nth);
      await expect(card.getByLabel('done').first()).toBeVisible();
      await expectIdle(page);
      if (nth < plain.length) await card.getByRole('button').first().click();
      await expect(card).toContainText(shown);
    }
    expect(JSON.stringify(panel.model.requests.at(-1))).toContain('it supports text and images');
    await send(page, '/read-log');
    await expect(note(page, /Recent file access:[^]*BLOCKED: .*\.env[^]*ALLOWED: .*a\.txt/)).toBeVisible();

    panel.model.queue([says('I saw it.')]);
    writeFileSync(TRIGGER_FILE, 'look here');
    await expect(entries(page, 'file-trigger')).toContainText('External trigger: look here');
    await expect(answers(page).last()).toContainText('I saw it.');
    await expectIdle(page);

    if (hasExample('debug-provider')) {
      await send(page, '/debug-provider on');
      await expect(statusBar(page)).toContainText('provider debug');
      await converse(page, panel, ['Who answers?', 'The model.']);
      const events = entries(page, 'debug-provider-events');
      await expect(events).toContainText(/\[provider debug\] demo\/demo-tour .* \d+ events/);
      await button(events, 'Expand').click();
      await expect(events).toContainText('"choices"');
    }

    panel.model.queue([1, 2].map(() => says('What was said.')));
    await send(page, '/trigger-compact');
    await expect(note(page, 'Compaction completed')).toBeVisible();
    await expect(entries(page, 'Summary')).toBeVisible();
    played(...NAMES, 'with-deps');
  });
});
