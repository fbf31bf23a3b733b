// The steps of a day: turns that the scripted model answers, and a numbered screenshot after each.
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Answer } from '../../server/demo/answer.ts';
import type { DemoModel } from '../../server/demo/model.ts';
import { conversation, expectIdle, send } from '../browser/page.ts';

export class Day {
  readonly #page: Page;
  readonly #model: DemoModel;
  readonly #folder: string;
  #count = 0;

  constructor(page: Page, { model, folder }: { model: DemoModel; folder: string }) {
    this.#page = page;
    this.#model = model;
    this.#folder = folder;
  }

  async picture(name: string): Promise<void> {
    const number = String(++this.#count).padStart(2, '0');
    await this.#page.screenshot({ path: path.join(this.#folder, `${number}-${name}.png`) });
    console.log(`${number} ${name}`);
  }

  /** Runs a turn: sends the prompt, which the model answers with this script. The last answer ends with `end`. */
  async turn(name: string, prompt: string, ...[script, end]: [Answer[], string]): Promise<void> {
    this.#model.queue(script);
    await send(this.#page, prompt);
    await expect(conversation(this.#page)).toContainText(end, { timeout: 20_000 });
    await expectIdle(this.#page);
    await this.picture(name);
  }
}
