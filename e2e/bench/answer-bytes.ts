// M2: what one browser is sent for a long answer, beside what pi says on its stdout for the same answer.
import { commandLine, ownPi } from '../../server/agent/process/program.ts';
import type { Answer } from '../../server/demo/answer.ts';
import { longText } from '../../server/demo/long-text.ts';
import { nowMicros } from './clock.ts';
import { DirectPi } from './direct-pi.ts';
import { EventClient } from './event-client.ts';
import type { Figure, Metric } from './figure.ts';
import { startPanel, type Panel } from './panel.ts';
import { makeScriptedPiHome } from './pi-home.ts';

const TOKENS = 10_000;
/** UTF-16 units; 10,000 of these are about 67 KB of Markdown, some of it not ASCII. */
const TOKEN_LENGTH = 6.6;
/** 500 tokens a second, in ms. */
const PACE = 2;

interface Counted {
  bytes: number;
  /** Lines of pi, or events of the stream. */
  pieces: number;
}

interface Followed extends Counted {
  /** From the prompt to the end of the run. */
  seconds: number;
}

export const answerBytes: Metric = {
  id: 'M2',
  title: 'bytes and frames of a 10,000-token answer at 500 tokens a second',
  async measure(lab) {
    const { env, workspace: cwd, model } = await makeScriptedPiHome(lab);
    const direct = new DirectPi(lab, { argv: commandLine(await ownPi(), {}), cwd, env });
    const panel = await startPanel(lab, { args: ['--workspace', cwd], cwd, env });
    await direct.ask({ type: 'get_state' });

    const text = longText(TOKENS * TOKEN_LENGTH).slice(0, TOKENS * TOKEN_LENGTH);
    const answer = spoken(text);
    const ofPi: Counted[] = [];
    const ofPanel: Followed[] = [];
    for (let repetition = 0; repetition < lab.repetitions; repetition++) {
      lab.say(`M2 ${repetition + 1} of ${lab.repetitions}`);
      // Both at the same time: counts, unlike times, do not mind.
      model.queue([answer, answer]);
      const counts = await Promise.all([fromPi(direct), fromPanel(panel, text)]);
      ofPi.push(counts[0]);
      ofPanel.push(counts[1]);
    }
    await Promise.all([panel.close(), direct.close(), model.close()]);
    return figures({ ofPi, ofPanel, textBytes: Buffer.byteLength(text) });
  },
};

/** The step's pieces are of one length, so two steps make the fraction. */
function spoken(text: string): Answer {
  const long = Math.floor(TOKEN_LENGTH) + 1;
  const longCount = Math.round(TOKENS * (TOKEN_LENGTH - Math.floor(TOKEN_LENGTH)));
  const cut = longCount * long;
  return {
    steps: [
      { text: text.slice(0, cut), chunk: long, every: PACE },
      { text: text.slice(cut), chunk: Math.floor(TOKEN_LENGTH), every: PACE },
    ],
  };
}

async function fromPi(direct: DirectPi): Promise<Counted> {
  await direct.ask({ type: 'new_session' });
  const { bytes, lines } = direct;
  const settled = direct.next('"type":"agent_settled"');
  await direct.ask({ type: 'prompt', message: 'Write.' });
  await settled;
  return { bytes: direct.bytes - bytes, pieces: direct.lines - lines };
}

/** All that a page gets that is opened before the prompt and read until nothing more comes for it. */
async function fromPanel(panel: Panel, text: string): Promise<Followed> {
  const client = await EventClient.connect(panel);
  await client.whenIdle();
  await panel.command({ type: 'new_session' });
  client.close();

  const page = await EventClient.connect(panel);
  let got = '';
  page.onFrame = ({ event, data }) => {
    if (event !== 'message' || data.type !== 'message_update') return;
    if ('delta' in data.assistantMessageEvent) got += data.assistantMessageEvent.delta;
  };
  await page.whenIdle();
  const ended = page.whenSettled();
  const startedAt = nowMicros();
  await panel.command({ type: 'prompt', message: 'Write.' });
  await ended;
  page.close();
  // Fewer bytes are no merit when they are not the answer.
  if (got !== text) throw new Error(`${got.length} of ${text.length} characters came, or others.`);
  return { bytes: page.bytes, pieces: page.frames, seconds: (nowMicros() - startedAt) / 1e6 };
}

function figures({
  ofPi,
  ofPanel,
  textBytes,
}: {
  ofPi: Counted[];
  ofPanel: Followed[];
  textBytes: number;
}): Figure[] {
  const perByte = (count: Counted): string => (count.bytes / textBytes).toFixed(1);
  const slowest = Math.max(...ofPanel.map(({ seconds }) => seconds));
  return [
    {
      name: 'bytes to one browser',
      unit: 'bytes',
      product: ofPanel.map(({ bytes }) => bytes),
      floor: { name: "pi's stdout", values: ofPi.map(({ bytes }) => bytes) },
      target: { most: 300_000 },
      note: `of ${Math.round(textBytes / 1000)} kB of text: ${perByte(ofPanel[0]!)} x the text, pi ${perByte(ofPi[0]!)} x`,
    },
    {
      name: 'frames to one browser',
      unit: 'frames',
      product: ofPanel.map(({ pieces }) => pieces),
      floor: { name: "pi's lines", values: ofPi.map(({ pieces }) => pieces) },
      target: { most: 1300 },
      // Frames are counted by the second: a model that a busy machine slows down makes more of them.
      note: `the answer took ${(TOKENS * PACE) / 1000} s by plan and ${slowest.toFixed(1)} s at the slowest`,
    },
  ];
}
