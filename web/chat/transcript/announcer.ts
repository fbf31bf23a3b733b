// Announces the answers of the agent and its tools to assistive technology, as much of it as the user wants. A
// streamed answer is announced by sentence or paragraph, because nobody can follow single words by ear. `ariaNotify`
// adds nothing to the page. In browsers without it, a hidden live region gets each text as a separate element.
import { t } from '../../language/text.ts';
import type { AssistantMessage } from '../../../shared/pi/messages.ts';
import { endState } from '../../../shared/view/tool-runs.ts';
import type { StreamedMessage, ViewEvent } from '../../../shared/view/view-event.ts';
import type { Speech } from '../../state/preferences/page-settings.svelte.ts';
import { plainText } from '../../lib/format/ansi.ts';
import { withoutJson } from '../../lib/format/json-in-text.ts';
import { cutText } from '../../../shared/view/cut-text.ts';

/** Shorter sentences are announced together. */
const SHORTEST = 120;
/** In characters, of a tool and its target. */
const LONGEST_TARGET = 80;
const REMOVE_MS = 5000;
/** How often a growing text is searched for complete sentences, in ms. Searching it at each delta would be slow. */
const LOOK_MS = 250;

type Notifying = HTMLElement & { ariaNotify?: (text: string) => void };

export class Announcer {
  readonly #log: () => Notifying | null;
  /** The part of the streamed message that was not announced yet. */
  #pending = '';
  #hasSpoken = false;
  #region: HTMLElement | null = null;
  #nextLook = 0;
  readonly #speech: () => Speech;
  readonly #now: () => number;

  /** `log` returns the element with the conversation, or null while it is not on the page. `now` returns ms. */
  constructor(
    log: () => HTMLElement | null,
    { speech, now = () => performance.now() }: { speech: () => Speech; now?: () => number },
  ) {
    this.#log = log;
    this.#speech = speech;
    this.#now = now;
  }

  /** Only events are announced. The content of a snapshot is not. */
  onEvent(event: ViewEvent): void {
    if (event.type === 'message_start') {
      this.#pending = '';
      this.#hasSpoken = false;
    } else if (event.type === 'message_update') {
      const { assistantMessageEvent: change } = event;
      if (change.type === 'text_delta') this.#onText(change.delta);
    } else if (event.type === 'message_end') {
      if (event.message.role === 'assistant') this.#onEnd(event.message);
    } else if (event.type === 'tool_execution_start') {
      if (this.#speech() === 'tools') this.#notify(toolStart(event.toolName, event.args));
    } else if (event.type === 'tool_execution_end' && event.isError) {
      this.#notify(toolFailure(event.toolName, event.panel_text ?? ''));
    }
  }

  #onText(delta: string): void {
    this.#pending += delta;
    // Only the end of the answer counts.
    if (this.#speech() === 'brief') return;
    const now = this.#now();
    if (now < this.#nextLook) return;
    this.#nextLook = now + LOOK_MS;
    const end = completeLength(this.#pending);
    if (end === 0) return;
    this.#speak(this.#pending.slice(0, end));
    this.#pending = this.#pending.slice(end);
  }

  #onEnd({ content, stopReason, errorMessage }: AssistantMessage | StreamedMessage): void {
    const whole = (content ?? [])
      .flatMap((block) => (block.type === 'text' ? [block.text] : []))
      .join('\n\n');
    // The message was not streamed, as when an extension added it.
    this.#speak(this.#hasSpoken || this.#pending ? this.#pending : whole);
    this.#pending = '';
    if (stopReason === 'error')
      this.#notify(
        t('The model failed: {reason}', {
          reason: withoutJson(errorMessage ?? t('it gave no reason')),
        }),
      );
  }

  #speak(markdown: string): void {
    const words = speechOf(markdown);
    if (!words) return;
    if (this.#speech() === 'brief') {
      if (!this.#hasSpoken) this.#notify(t('The assistant has answered.'));
    } else this.#notify(this.#hasSpoken ? words : t('Assistant: {words}', { words }));
    this.#hasSpoken = true;
  }

  #notify(text: string): void {
    const log = this.#log();
    if (!log || !text) return;
    if (log.ariaNotify) return log.ariaNotify(text);
    this.#region ??= appendLiveRegion(log);
    const line = document.createElement('p');
    line.textContent = text;
    this.#region.append(line);
    setTimeout(() => line.remove(), REMOVE_MS);
  }
}

/** Returns the length of the complete part of a growing text: up to the end of a paragraph, or of a long sentence. */
export function completeLength(text: string): number {
  const fences = [...text.matchAll(/^ {0,3}(?:```|~~~)/gm)];
  // Code is announced when its fence is closed.
  const end = fences.length % 2 === 1 ? fences.at(-1)!.index : text.length;
  const part = text.slice(0, end);
  const paragraph = part.lastIndexOf('\n\n') + 1;
  const sentence = [...part.matchAll(/[.!?…:]["')\]*_`]*\s/g)].at(-1);
  const sentenceEnd = sentence ? sentence.index + sentence[0].length : 0;
  const complete = Math.max(paragraph, sentenceEnd >= SHORTEST ? sentenceEnd : 0);
  return part.slice(0, complete).trim() === '' ? 0 : complete;
}

/** Converts Markdown to text for reading aloud. Code blocks are only mentioned. */
export function speechOf(markdown: string): string {
  return plainText(markdown)
    .replace(/^ {0,3}(```|~~~)[\s\S]*?(^ {0,3}\1[^\n]*$|$(?![\s\S]))/gm, ` ${t('(code)')} `)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|[-*+](?:[ \t]+\[[ xX]\])?)[ \t]+(\S.*?)[ \t]*$/gm, withPause)
    .replace(/^[ \t]*(\d+[.)][ \t]+\S.*?)[ \t]*$/gm, withPause)
    .replace(/^\s*(?:\|?\s*:?-{2,}:?\s*)+\|?\s*$/gm, ' ')
    .replace(/[#*_`>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?…]+)(?=\s|$)/g, '$1')
    .trim();
}

/** A heading or an item of a list ends with a pause. */
const withPause = (_: string, words: string): string =>
  /[.,;:!?…。、：；！？]["')\]*_`]*$/.test(words) ? words : `${words}.`;

function toolStart(name: string, { command, path }: Record<string, unknown>): string {
  const target = typeof command === 'string' ? command : typeof path === 'string' ? path : '';
  const tool = cutText(plainText(`${name} ${target}`).trim().split('\n')[0]!, LONGEST_TARGET);
  return t('Running {tool}', { tool });
}

/** Returns an empty string if the user stopped the tool. */
function toolFailure(name: string, text: string): string {
  const state = endState(true, text);
  if (state === 'aborted') return '';
  const reason = plainText(text).trim().split('\n').at(-1) ?? '';
  const what =
    state === 'timed-out' ? t('Tool {name} timed out', { name }) : t('Tool {name} failed', { name });
  return reason ? `${what}: ${reason}` : what;
}

function appendLiveRegion(log: HTMLElement): HTMLElement {
  const region = document.createElement('div');
  region.className = 'unseen';
  region.setAttribute('aria-live', 'polite');
  log.append(region);
  return region;
}
