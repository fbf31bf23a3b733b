// M2: the bytes that one browser receives for a long answer, beside what pi writes to stdout for the same answer.
import { ownPi } from '../../../server/agent/process/own-pi.ts';
import { commandLine } from '../../../server/agent/process/program.ts';
import type { Answer } from '../../../server/demo/answer.ts';
import { longText } from '../../../server/demo/long-text.ts';
import { nowMicros } from '../lab/timing.ts';
import { DirectPi } from '../floors/direct-pi.ts';
import { EventClient } from '../lab/event-client.ts';
import type { Figure, Metric } from '../figures/figure.ts';
import type { Lab } from '../lab/lab.ts';
import { BenchPanel } from '../lab/panel.ts';
import { makeScriptedPiHome } from '../lab/pi-home.ts';

const TOKENS = 10_000;
const MOST_BYTES = 130_000;
/** UTF-16 units; 10,000 of these are about 67 KB of Markdown, some of it not ASCII. */
const TOKEN_LENGTH = 6.6;
/** Tokens a second. */
const RATE = 500;
/**
 * These paces are measured once, all at the same time, for this long. Their bytes are scaled to the same number of
 * tokens.
 */
const OTHER_RATES = [50, 100, 300];
const OTHER_SECONDS = 40;

interface Counted {
  bytes: number;
  /** Lines from pi, or events of the stream. */
  pieces: number;
}

interface Followed extends Counted {
  /** The bytes that came before the prompt, which do not depend on the length of the answer. */
  headBytes: number;
  /** The time from the prompt to the end of the run. */
  seconds: number;
}

export const answerBytes: Metric = {
  id: 'M2',
  title: 'bytes and frames of a 10,000-token answer',
  async measure(lab) {
    const { folders, env, model } = await makeScriptedPiHome(lab);
    const argv = commandLine(await ownPi(), {});
    const direct = new DirectPi(lab, { argv, cwd: folders.workspace, env });
    const panel = await BenchPanel.open(lab, folders, { withDemo: false });
    await direct.ask({ type: 'get_state' });

    const text = textOf(TOKENS);
    const answer = spoken(text, RATE);
    const ofPi: Counted[] = [];
    const ofPanel: Followed[] = [];
    for (let repetition = 0; repetition < lab.repetitions; repetition++) {
      lab.report(`M2 ${repetition + 1} of ${lab.repetitions}`);
      // Both run at the same time, because counts, unlike times, do not suffer from that.
      model.queue([answer, answer]);
      const counts = await Promise.all([fromPi(direct), fromPanel(panel, text)]);
      ofPi.push(counts[0]);
      ofPanel.push(counts[1]);
    }
    await Promise.all([panel.close(), direct.close(), model.close()]);
    lab.report('M2 at other rates');
    const others = await Promise.all(OTHER_RATES.map((rate) => atRate(lab, rate)));
    return [...figures({ ofPi, ofPanel, textBytes: Buffer.byteLength(text) }), ...others];
  },
};

async function atRate(lab: Lab, rate: number): Promise<Figure> {
  const tokens = Math.min(TOKENS, rate * OTHER_SECONDS);
  const text = textOf(tokens);
  const { folders, model } = await makeScriptedPiHome(lab);
  const panel = await BenchPanel.open(lab, folders, { withDemo: false });
  model.queue([spoken(text, rate)]);
  const { bytes, headBytes, pieces } = await fromPanel(panel, text);
  await Promise.all([panel.close(), model.close()]);
  const scale = TOKENS / tokens;
  return {
    name: `bytes to one browser, ${rate} tokens/s`,
    unit: 'bytes',
    product: [headBytes + (bytes - headBytes) * scale],
    floor: { name: 'the text', values: [Buffer.byteLength(text) * scale] },
    target: { most: MOST_BYTES },
    note: `${Math.round(pieces * scale)} frames; measured with ${tokens} tokens`,
  };
}

function textOf(tokens: number): string {
  const length = Math.round(tokens * TOKEN_LENGTH);
  return longText(length).slice(0, length);
}

/** A step has chunks of one length, so two steps make the fractional average. */
function spoken(text: string, rate: number): Answer {
  const every = 1000 / rate;
  const long = Math.floor(TOKEN_LENGTH) + 1;
  const tokens = text.length / TOKEN_LENGTH;
  const longCount = Math.round(tokens * (TOKEN_LENGTH - Math.floor(TOKEN_LENGTH)));
  const cut = longCount * long;
  return {
    steps: [
      { text: text.slice(0, cut), chunk: long, every },
      { text: text.slice(cut), chunk: Math.floor(TOKEN_LENGTH), every },
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

/** Resolves to everything that a page receives when it is opened before the prompt and read until the run is over. */
async function fromPanel(panel: BenchPanel, text: string): Promise<Followed> {
  const client = await EventClient.connect(panel);
  await client.whenIdle();
  await panel.send({ type: 'new_session' });
  client.close();

  const page = await EventClient.connect(panel);
  let got = '';
  page.onFrame = (frame) => {
    if (frame.kind !== 'message' || frame.data.type !== 'message_update') return;
    const { data } = frame;
    if ('delta' in data.assistantMessageEvent) got += data.assistantMessageEvent.delta;
  };
  await page.whenIdle();
  const ended = page.whenSettled();
  const headBytes = page.bytes;
  const startedAt = nowMicros();
  await panel.send({ type: 'prompt', message: 'Write.' });
  await ended;
  page.close();
  // The measurement is valid only if the bytes are the answer.
  if (got !== text) throw new Error(`${got.length} of ${text.length} characters arrived, or others.`);
  return { bytes: page.bytes, headBytes, pieces: page.frames, seconds: (nowMicros() - startedAt) / 1e6 };
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
      target: { most: MOST_BYTES },
      note: `for ${Math.round(textBytes / 1000)} kB of text: ${perByte(ofPanel[0]!)} x the text, pi ${perByte(ofPi[0]!)} x`,
    },
    {
      name: 'frames to one browser',
      unit: 'frames',
      product: ofPanel.map(({ pieces }) => pieces),
      floor: { name: "pi's lines", values: ofPi.map(({ pieces }) => pieces) },
      target: { most: 1300 },
      // When a busy machine slows the model down, the same answer takes more frames.
      note: `the answer was scripted to take ${TOKENS / RATE} s and took at most ${slowest.toFixed(1)} s`,
    },
  ];
}
