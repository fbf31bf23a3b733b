// Where one example is tried: a panel on the real pi, the example and the probe loaded, a person who answers every
// dialog. What the person does is the trial's business.
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
import type { Dialog } from '../../shared/view/view.ts';
import type { PageCommand } from '../../shared/wire.ts';
import { Seen } from './seen.ts';

const PROBE = fileURLToPath(new URL('probe.ts', import.meta.url));
const LOOK_MS = 30;
const OWN_PATH = process.env.PATH ?? '';

export interface StageOptions {
  pi: ContractPi;
  /** What goes behind `-e`. */
  example: string;
  lab: LabOptions;
  /** In this order; then the first option, yes, and some text. */
  answers: readonly DialogAnswer[];
  /** A folder of this stage's own, beside the panel's. */
  wings: string;
}

/** Sets the environment of this process: one at a time. */
export async function openStage({ pi, example, lab, answers, wings }: StageOptions): Promise<Stage> {
  const probeFile = join(wings, 'calls.txt');
  writeFileSync(probeFile, '');
  process.env.EXAMPLE_PROBE_FILE = probeFile;
  const bin = join(wings, 'bin');
  mkdirSync(bin);
  process.env.PATH = bin + delimiter + OWN_PATH;
  // In a folder of this name the panel's extension takes it for a part of pi, and the example for who called.
  const probe = join(wings, 'pi-coding-agent', 'src', 'probe.ts');
  mkdirSync(dirname(probe), { recursive: true });
  copyFileSync(PROBE, probe);
  const piOptions = ['-e', probe, '-e', example, ...(lab.piOptions ?? [])];
  return new Stage({ lab: await openLab(pi, { ...lab, piOptions }), answers, wings });
}

export class Stage {
  readonly lab: Lab;
  readonly seen: Seen;
  /** What a trial asked for while it drove, for its points. */
  commands: string[] = [];
  models: string[] = [];
  readonly #wings: string;
  readonly #answers: DialogAnswer[];
  readonly #answered: Dialog[] = [];
  readonly #looking: NodeJS.Timeout;

  constructor({ lab, answers, wings }: { lab: Lab } & Pick<StageOptions, 'answers' | 'wings'>) {
    this.lab = lab;
    this.#answers = [...answers];
    this.#wings = wings;
    this.seen = new Seen(lab, this.#answered);
    this.#looking = setInterval(() => this.#answerDialogs(), LOOK_MS);
  }

  /** What the example called of `ctx.ui` that RPC swallows. */
  get swallowed(): Set<string> {
    return new Set(readFileSync(join(this.#wings, 'calls.txt'), 'utf8').split('\n').filter(Boolean));
  }

  /** Each answer of the model is a list of steps; resolves when all are on the page and pi rests. */
  async prompt(message: string, ...answers: Step[][]): Promise<void> {
    const before = this.#answersOnPage();
    this.lab.model.queue(answers.map((steps) => ({ steps })));
    await this.lab.command({ type: 'prompt', message });
    await this.lab.until(`the model has answered "${message}"`, () => {
      return this.#answersOnPage() >= before + answers.length;
    });
    await this.lab.idle();
  }

  /** The model calls this tool, then says that it is done. */
  call(tool: string, args: unknown): Promise<void> {
    return this.prompt(`Please use ${tool}.`, [{ tool, args }], [{ text: 'Done.' }]);
  }

  /** Resolves when its handler has ended. */
  async command(text: string): Promise<void> {
    await this.lab.command({ type: 'prompt', message: text });
  }

  send(command: PageCommand): Promise<unknown> {
    return this.lab.command(command);
  }

  /** In the workspace; it becomes a repository with one commit. */
  repository(): void {
    this.git('init', '--quiet');
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', 'first');
  }

  /** Its output. Who commits is said each time: nothing of the user's is read or written. */
  git(...args: string[]): string {
    const { status, text } = this.tryGit(...args);
    if (status !== 0) throw new Error(`git ${args.join(' ')} failed (${status}): ${text}`);
    return text;
  }

  /** The same, for what may fail: a merge with a conflict ends with 1. */
  tryGit(...args: string[]): { status: number | null; text: string } {
    const who = ['-c', 'user.name=Example', '-c', 'user.email=example@localhost'];
    const { workspace: cwd } = this.lab;
    const { status, stdout, stderr } = spawnSync('git', [...who, ...args], { cwd, encoding: 'utf8' });
    return { status, text: stdout + stderr };
  }

  /** Relative to the folder that holds the workspace (`project`) and pi's own (`agent`). */
  write(path: string, text: string): void {
    const place = join(this.lab.folders.root, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }

  /** Found by that name before any other program, by pi and what it starts. `script` is for sh. */
  program(name: string, script: string): void {
    const place = join(this.#wings, 'bin', name);
    writeFileSync(place, `#!/bin/sh\n${script}\n`);
    chmodSync(place, 0o755);
  }

  async knownCommands(): Promise<string[]> {
    const data = await this.lab.command<{ commands: SlashCommand[] }>({ type: 'get_commands' });
    return data.commands.map(({ name }) => name);
  }

  /** Each as provider/model; only those that could be used now. */
  async knownModels(): Promise<string[]> {
    const data = await this.lab.command<{ models: Model[] }>({ type: 'get_available_models' });
    return data.models.map(({ provider, id }) => `${provider}/${id}`);
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
      // A dialog that ran out of time meanwhile is refused; the points say whether that mattered.
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
      return { value: 'written by a person' };
  }
}
