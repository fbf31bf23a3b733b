// The stage on which an example is tried: a panel on the real pi with the example and the probe, and a scripted user
// who answers every dialog. The trial decides what the user does.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openLab, type Lab, type LabOptions } from '../contract/lab.ts';
import type { ContractPi } from '../contract/contract-pis.ts';
import type { Step } from '../../server/demo/answer.ts';
import type { DialogAnswer } from '../../shared/pi/dialogs.ts';
import type { SlashCommand } from '../../shared/pi/commands.ts';
import type { Model } from '../../shared/pi/messages.ts';
import type { PiTheme } from '../../shared/pi/theme-json.ts';
import type { ExtensionCompletion } from '../../shared/view/completions.ts';
import type { Dialog } from '../../shared/view/view.ts';
import type { PageCommand } from '../../shared/wire.ts';
import { ScreenPlayer } from './screen-player.ts';
import { Seen } from './seen.ts';

const PROBE = fileURLToPath(new URL('probe.ts', import.meta.url));
const LOOK_MS = 30;
const OWN_PATH = process.env.PATH ?? '';

export interface StageOptions {
  pi: ContractPi;
  /** The file for `-e`. */
  example: string;
  lab: LabOptions;
  /** The answers to dialogs, in this order. Later dialogs get the first option, yes, and some text. */
  answers: readonly DialogAnswer[];
  /** The text that the user types into each screen before it is closed. */
  keys: readonly string[];
  /** A folder for the stage, outside the panel's. */
  wings: string;
}

/** Opens a stage. There can be only one at a time, because it sets the environment of this process. */
export async function openStage({ pi, example, lab, answers, keys, wings }: StageOptions): Promise<Stage> {
  const probeFile = join(wings, 'calls.txt');
  writeFileSync(probeFile, '');
  process.env.EXAMPLE_PROBE_FILE = probeFile;
  const bin = join(wings, 'bin');
  mkdirSync(bin);
  process.env.PATH = bin + delimiter + OWN_PATH;
  // Because of this folder name, the panel's extension counts the probe as part of pi and names the example as the
  // caller.
  const probe = join(wings, 'pi-coding-agent', 'src', 'probe.ts');
  mkdirSync(dirname(probe), { recursive: true });
  copyFileSync(PROBE, probe);
  const piOptions = ['-e', probe, '-e', example, ...(lab.piOptions ?? [])];
  return new Stage({ lab: await openLab(pi, { ...lab, piOptions }), answers, keys, wings });
}

export class Stage {
  readonly lab: Lab;
  readonly seen: Seen;
  /** Lists that a trial fetched while it ran, for its checks. */
  commands: string[] = [];
  models: string[] = [];
  themes: string[] = [];
  completions: string[] = [];
  readonly #wings: string;
  readonly #answers: DialogAnswer[];
  readonly #answered: Dialog[] = [];
  readonly #screens: ScreenPlayer;
  readonly #looking: NodeJS.Timeout;

  constructor({
    lab,
    answers,
    keys,
    wings,
  }: { lab: Lab } & Pick<StageOptions, 'answers' | 'keys' | 'wings'>) {
    this.lab = lab;
    this.#answers = [...answers];
    this.#wings = wings;
    this.#screens = new ScreenPlayer(lab, keys);
    this.seen = new Seen(lab, { answered: this.#answered, screens: this.#screens.texts });
    this.#looking = setInterval(() => {
      this.#answerDialogs();
      this.#screens.play();
    }, LOOK_MS);
  }

  /** The calls of `ctx.ui` by the example that RPC swallows. */
  get swallowed(): Set<string> {
    return new Set(readFileSync(join(this.#wings, 'calls.txt'), 'utf8').split('\n').filter(Boolean));
  }

  /** Sends a prompt. Each answer of the model is a list of steps. Resolves when all are on the page and pi is idle. */
  async prompt(message: string, ...answers: Step[][]): Promise<void> {
    const before = this.#answersOnPage();
    this.lab.model.queue(answers.map((steps) => ({ steps })));
    await this.lab.command({ type: 'prompt', message });
    await this.lab.until(
      `the model has answered "${message}"`,
      () => this.#answersOnPage() >= before + answers.length,
    );
    await this.lab.idle();
  }

  /** Makes the model call this tool, and then say that it is done. */
  call(tool: string, args: unknown): Promise<void> {
    return this.prompt(`Please use ${tool}.`, [{ tool, args }], [{ text: 'Done.' }]);
  }

  /** Runs a command. Resolves when its handler has ended. */
  async command(text: string): Promise<void> {
    await this.lab.command({ type: 'prompt', message: text });
  }

  send(command: PageCommand): Promise<unknown> {
    return this.lab.command(command);
  }

  /** Makes the workspace a repository with one commit. */
  repository(): void {
    this.git('init', '--quiet');
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', 'first');
  }

  /** Runs git and returns its output. Sets the author each time, so that the user's configuration is not needed. */
  git(...args: string[]): string {
    const { status, text } = this.tryGit(...args);
    if (status !== 0) throw new Error(`git ${args.join(' ')} failed (${status}): ${text}`);
    return text;
  }

  /** Does the same for commands that may fail: a merge with a conflict exits with 1. */
  tryGit(...args: string[]): { status: number | null; text: string } {
    const who = ['-c', 'user.name=Example', '-c', 'user.email=example@localhost'];
    const { workspace: cwd } = this.lab;
    const { status, stdout, stderr } = spawnSync('git', [...who, ...args], { cwd, encoding: 'utf8' });
    return { status, text: stdout + stderr };
  }

  /**
   * Writes a file. The path is relative to the folder that contains the workspace (`project`) and pi's folder
   * (`agent`).
   */
  write(path: string, text: string): void {
    const place = join(this.lab.folders.root, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }

  /** Adds a program that pi and its children find before any other with that name. `script` is for sh. */
  program(name: string, script: string): void {
    const place = join(this.#wings, 'bin', name);
    writeFileSync(place, `#!/bin/sh\n${script}\n`);
    chmodSync(place, 0o755);
  }

  async knownCommands(): Promise<string[]> {
    const data = await this.lab.command<{ commands: SlashCommand[] }>({ type: 'get_commands' });
    return data.commands.map(({ name }) => name);
  }

  /** The models that can be used now, each as provider/model. */
  async knownModels(): Promise<string[]> {
    const data = await this.lab.command<{ models: Model[] }>({ type: 'get_available_models' });
    return data.models.map(({ provider, id }) => `${provider}/${id}`);
  }

  /** The names of the themes that the page offers. */
  async knownThemes(): Promise<string[]> {
    const themes = await this.lab.command<PiTheme[]>({ type: 'panel_themes' });
    return themes.map(({ name }) => name);
  }

  /** The texts that completion can put into the composer. */
  async complete(before: string): Promise<string[]> {
    const found = await this.lab.command<ExtensionCompletion[]>({
      type: 'panel_complete',
      before,
      after: '',
    });
    return found.map(({ text }) => text);
  }

  /** Presses a key that an extension registered. */
  async shortcut(key: string): Promise<void> {
    const { registered } = await this.lab.until('its shortcut is known', (view) =>
      view.registered.shortcuts.some((shortcut) => shortcut.key === key),
    );
    const { path } = registered.shortcuts.find((shortcut) => shortcut.key === key)!;
    await this.lab.command({ type: 'panel_shortcut', path, key });
  }

  async close(): Promise<void> {
    clearInterval(this.#looking);
    await this.lab.close();
  }

  #answersOnPage(): number {
    return this.lab.view.entries.filter(({ message }) => message.role === 'assistant').length;
  }

  #answerDialogs(): void {
    for (const dialog of this.lab.view.dialogs) {
      if (this.#answered.some(({ id }) => id === dialog.id)) continue;
      this.#answered.push(dialog);
      const answer = this.#answers.shift() ?? usualAnswer(dialog);
      // The panel refuses this if the dialog has timed out in the meantime. The points show whether that mattered.
      void this.lab.answerDialog(dialog.id, answer);
    }
  }
}

function usualAnswer(dialog: Dialog): DialogAnswer {
  switch (dialog.method) {
    case 'select':
      return { value: dialog.options[0] ?? '' };
    case 'confirm':
      return { confirmed: true };
    case 'input':
    case 'editor':
      return { value: 'written by a user' };
  }
}
