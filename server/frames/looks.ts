// Lets pi look at the previews for which the user has switched that on. Only the page sees what a frame shows, so the
// page that shows it is asked, and answers with a request.
import { randomUUID } from 'node:crypto';
import type { ToolAnswer } from '../../shared/companion.ts';
import type { PreviewLook } from '../../shared/frames.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import type { Frame, Frames } from './frames.ts';

/** The page waits shorter for a frame that does not answer. In ms. */
const LIMIT_MS = 20_000;
const SILENT = 'The page with the preview does not answer. The user may have closed it.';

interface Looker {
  id: string;
  emit: (event: ViewEvent) => void;
}

export class Looks {
  readonly #frames: Frames;
  readonly #limit: number;
  readonly #waiting = new Map<string, { frame: Frame; resolve: (look: PreviewLook) => void }>();

  constructor(frames: Frames, limit = LIMIT_MS) {
    this.#frames = frames;
    this.#limit = limit;
  }

  /** Resolves to what the preview shows; rejects with an Error with a sentence for the model. */
  async look(agent: Looker): Promise<ToolAnswer> {
    const frame = this.#frames.findLookable(agent.id);
    if (!frame) throw new Error('The user does not let you look at a preview now.');
    const look = randomUUID();
    const { promise, resolve, reject } = Promise.withResolvers<PreviewLook>();
    this.#waiting.set(look, { frame, resolve });
    const giveUp = (): void => reject(new Error(SILENT));
    const timer = setTimeout(giveUp, this.#limit);
    frame.end.signal.addEventListener('abort', giveUp);
    agent.emit({ type: 'panel_preview_look', frame: frame.name, look });
    try {
      return answerFrom(await promise);
    } finally {
      clearTimeout(timer);
      frame.end.signal.removeEventListener('abort', giveUp);
      this.#waiting.delete(look);
    }
  }

  /** The page answers. Throws a Refusal 404 if nobody waits for it. */
  answer(frame: Frame, look: string, seen: PreviewLook): void {
    const waiting = this.#waiting.get(look);
    if (waiting?.frame !== frame || !frame.isLookable)
      throw new Refusal(404, 'unknown_look', 'pi does not wait for this any more.');
    waiting.resolve(seen);
  }
}

function answerFrom({ address, title, errors, warnings, entries, tree, picture }: PreviewLook): ToolAnswer {
  const lines = [
    `Address: ${address}`,
    `Title: ${title}`,
    `Console: ${errors} errors, ${warnings} warnings`,
    ...entries.map(({ level, text }) => `  ${level}: ${text}`),
    '',
    tree === '' ? 'The document does not tell its accessible tree.' : `Accessible tree:\n${tree}`,
    ...(picture === undefined ? ['', 'No picture could be made.'] : []),
  ];
  const text = lines.join('\n');
  return picture === undefined ? { text } : { text, pictures: [{ mimeType: 'image/jpeg', data: picture }] };
}
