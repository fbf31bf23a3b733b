// M5: the longest tasks of the page while Markdown streams in at 500 tokens a second, for texts that are hard to draw.
import type { Browser } from 'playwright';
import type { DemoModel } from '../../../server/demo/model.ts';
import { longText } from '../../../server/demo/long-text.ts';
import type { Figure, Metric } from '../figures/figure.ts';
import { launchBrowser, openComposer } from '../lab/composer-page.ts';
import { traceTasks } from '../lab/main-thread.ts';
import { BenchPanel } from '../lab/panel.ts';
import { makeScriptedPiHome } from '../lab/pi-home.ts';

/** UTF-16 units in a token. */
const TOKEN_LENGTH = 7;
const EVERY_MS = 2;
const LONG_MS = 50;
const LINE = "export const value = compute(options, 'text'); // kept until the file changes\n";

const TEXTS: Record<string, string> = {
  'an answer of 70 kB': longText(70_000).slice(0, 70_000),
  'one fence of 200 kB': `\`\`\`ts\n${LINE.repeat(200_000 / LINE.length)}\`\`\`\n`,
  'a list of 5,000 items': '- `src/resolve.ts` keeps **the index**\n'.repeat(5000),
  'a table of 2,000 rows': `| file | before | after |\n| --- | --: | --: |\n${'| load.ts | 40 ms | 2 ms |\n'.repeat(2000)}`,
};

export const streamedMarkdown: Metric = {
  id: 'M5',
  title: 'tasks of the page while Markdown streams in',
  async measure(lab) {
    const { folders, model } = await makeScriptedPiHome(lab);
    const panel = await BenchPanel.open(lab, folders, { withDemo: false });
    const browser = await launchBrowser(lab);
    const figures: Figure[] = [];
    // This is measured once, because each text makes thousands of tasks.
    for (const [name, text] of Object.entries(TEXTS)) {
      lab.report(`M5: ${name}`);
      const product = await streamTo(browser, { panel, model, text });
      const floor = await streamPlain(browser, text);
      const figure = figureOf(name, product, floor);
      lab.report(`M5: ${name}: ${Math.round(figure.product[0]!)} ms. ${figure.note}`);
      figures.push(figure);
    }
    await Promise.all([browser.close(), panel.close(), model.close()]);
    return figures;
  },
};

async function streamTo(
  browser: Browser,
  { panel, model, text }: { panel: BenchPanel; model: DemoModel; text: string },
): Promise<number[]> {
  await panel.send({ type: 'new_session' });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await openComposer(page, panel.url.href);
  model.queue([{ steps: [{ text, chunk: TOKEN_LENGTH, every: EVERY_MS }] }]);
  const { cpuMs } = await traceTasks(browser, page, async () => {
    await panel.send({ type: 'prompt', message: 'Write.' });
    // The end of the message, at whatever speed this machine gets.
    await page.locator('article[data-answer][aria-busy="false"]').last().waitFor({ timeout: 300_000 });
  });
  await page.close();
  return cpuMs;
}

/** Measures the least that the same text costs: lines of plain text, the last of which grows with each frame. */
async function streamPlain(browser: Browser, text: string): Promise<number[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.setContent('<div id="log" style="height: 700px; overflow: auto"></div>');
  const { cpuMs } = await traceTasks(browser, page, () =>
    page.evaluate(
      async ({ text, step }) => {
        const log = document.querySelector('#log')!;
        let line = log.appendChild(document.createElement('div'));
        for (let at = 0; at < text.length; at += step) {
          const [first = '', ...others] = text.slice(at, at + step).split('\n');
          line.append(first);
          for (const other of others) {
            line = log.appendChild(document.createElement('div'));
            line.append(other);
          }
          log.scrollTop = log.scrollHeight;
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      },
      { text, step: Math.round((16.7 / EVERY_MS) * TOKEN_LENGTH) },
    ),
  );
  await page.close();
  return cpuMs;
}

function figureOf(name: string, product: readonly number[], floor: readonly number[]): Figure {
  const longest = (tasks: readonly number[]): number => Math.max(0, ...tasks);
  const total = (tasks: readonly number[]): number => Math.round(tasks.reduce((sum, ms) => sum + ms, 0));
  const long = product.filter((ms) => ms > LONG_MS).length;
  return {
    name: `${name}, longest task`,
    unit: 'ms',
    product: [longest(product)],
    floor: { name: 'plain text', values: [longest(floor)] },
    note: `CPU time; over ${LONG_MS} ms: ${long}, the aim is none; all tasks ${total(product)} ms, plain text ${total(floor)} ms`,
  };
}
