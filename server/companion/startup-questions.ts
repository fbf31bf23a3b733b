// Lets extensions ask about trust while pi starts (`project_trust`, pi >= 0.79). RPC mode gives them no UI at that
// time, because pi does not read its commands yet. So this file writes the questions and reads the answers itself, and
// leaves the rest of the input for pi.
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import type { ProjectTrustContext } from '@earendil-works/pi-coding-agent';
import type { UiRequest } from '../../shared/pi/dialogs.ts';
import { CHANNEL, type CompanionReport } from '../../shared/companion.ts';
import { findCaller } from './caller.ts';

type Input = Pick<NodeJS.ReadStream, 'on' | 'off' | 'read' | 'unshift' | 'listenerCount' | 'isTTY'>;
type Write = (line: string) => void;
/** The fields of a request, without those that each record has. */
type Asked<R = UiRequest> = R extends UiRequest ? Omit<R, 'type' | 'id'> : never;
type Answer = Partial<{ value: string; confirmed: boolean }>;

/** pi's own question (in pi 0.79.9 to 1.5.2). The panel asks it in its own way. */
const OWN_QUESTION = /^Trust project folder\?/;
const STDOUT = 1;

/** Gives the context of `project_trust`, which all extensions share, a UI. */
export function provideTrustQuestions(
  ctx: ProjectTrustContext,
  stdin: Input = process.stdin,
  write: Write = (line) => void writeSync(STDOUT, line),
): void {
  // After the start pi reads its commands itself. A reader beside it would take some of them away.
  if (ctx.hasUI || stdin.isTTY || stdin.listenerCount('data') > 0) return;
  const send = (asked: Asked): string => {
    const id = randomUUID();
    write(`${JSON.stringify({ type: 'extension_ui_request', id, ...asked })}\n`);
    return id;
  };
  let last: Promise<unknown> = Promise.resolve();
  const ask = (asked: Asked): Promise<Answer> => {
    const by = findCaller();
    const next = last.then(() => {
      const report: CompanionReport = { type: 'dialog', ...(by && { by }), commands: [], tools: [] };
      send({ method: 'setStatus', statusKey: CHANNEL, statusText: JSON.stringify(report) });
      return answerTo(send(asked), stdin);
    });
    last = next;
    return next;
  };
  Object.assign(ctx, {
    hasUI: true,
    ui: {
      select: async (title: string, options: string[]) =>
        OWN_QUESTION.test(title) ? undefined : (await ask({ method: 'select', title, options })).value,
      confirm: async (title: string, message: string) =>
        (await ask({ method: 'confirm', title, message })).confirmed ?? false,
      input: async (title: string, placeholder?: string) =>
        (await ask({ method: 'input', title, ...(placeholder !== undefined && { placeholder }) })).value,
      notify: (message: string, notifyType: 'info' | 'warning' | 'error' = 'info') =>
        void send({ method: 'notify', message, notifyType }),
    } satisfies ProjectTrustContext['ui'],
  });
}

/** Resolves to the answer, which is empty if the dialog was cancelled, or if there is no more input. */
function answerTo(id: string, stdin: Input): Promise<Answer> {
  return new Promise((resolve) => {
    let unread = Buffer.alloc(0);
    const end = (answer: Answer): void => {
      stdin.off('readable', onReadable);
      stdin.off('end', onEnd);
      resolve(answer);
    };
    const onEnd = (): void => end({});
    const onReadable = (): void => {
      for (let chunk = readFrom(stdin); chunk; chunk = readFrom(stdin))
        unread = Buffer.concat([unread, chunk]);
      const found = findAnswer(unread, id);
      if (!found) return;
      if (found.rest.length > 0) stdin.unshift(found.rest);
      end(found.answer);
    };
    stdin.on('readable', onReadable);
    stdin.on('end', onEnd);
  });
}

function readFrom(stdin: Input): Buffer | null {
  const chunk = stdin.read() as Buffer | string | null;
  return typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

/** Returns the answer, and all other input in order. */
function findAnswer(input: Buffer, id: string): { answer: Answer; rest: Buffer } | null {
  let start = 0;
  for (let end = input.indexOf('\n'); end >= 0; end = input.indexOf('\n', start)) {
    const record = parseAnswer(input.toString('utf8', start, end));
    if (record?.type === 'extension_ui_response' && record.id === id)
      return { answer: record, rest: Buffer.concat([input.subarray(0, start), input.subarray(end + 1)]) };
    start = end + 1;
  }
  return null;
}

type AnswerRecord = { type?: string; id?: string } & Answer;

/** Returns null for a line that is not JSON. pi itself reports such a line, once it reads it. */
function parseAnswer(line: string): AnswerRecord | null {
  try {
    return JSON.parse(line) as AnswerRecord;
  } catch {
    return null;
  }
}
