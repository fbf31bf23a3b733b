// Turns pi's stdout into events and responses. The events of each chunk go to the feed together, but always before a
// response that followed them.
import type { ResponseRecord } from '../../../shared/pi/commands.ts';
import { checkEvent } from '../../../shared/pi/event-checks.ts';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { Feed } from '../feed/feed.ts';
import type { EventLog } from './event-log.ts';
import { LineReader } from './lines.ts';
import { isFrame, parseRecord, type PiRecord } from './records.ts';
import { cutText } from '../../../shared/view/cut-text.ts';

/**
 * The types of the panel's own events begin with this. An event that an extension prints to stdout must not pass for
 * one.
 */
const PANEL_EVENT = 'panel_';
/** How much of a bad record is reported, in characters. */
const MAX_BAD_RECORD = 4096;

export interface RecordReaderOptions {
  /** Receives the events of each chunk of stdout, in order, before a response that followed them there settles. */
  feed: Pick<Feed, 'push'>;
  /** Receives every line of stdout. */
  log?: Pick<EventLog, 'add'>;
  /**
   * Called with a line that is not a record, or a response that nothing waits for. Only the beginning of a long line is
   * passed.
   */
  onBadRecord: (line: string) => void;
}

interface Responses {
  /** Settles the request of this response. Returns false if none is waiting for it. */
  settle: (response: ResponseRecord) => boolean;
  /** Id of the watchdog's probes. Their responses are not logged, because after a quiet night they would fill the log. */
  probeId: string;
}

export class RecordReader {
  readonly #options: RecordReaderOptions;
  readonly #responses: Responses;
  readonly #lines: LineReader;
  #events: PiEvent[] = [];

  constructor(options: RecordReaderOptions, responses: Responses) {
    this.#options = options;
    this.#responses = responses;
    this.#lines = new LineReader({
      onLine: (line) => this.#readLine(line),
      onRest: (rest) => this.#readLine(rest),
      onTooLong: (bytes) => options.onBadRecord(`(a record of ${bytes} bytes: too long, dropped)`),
    });
  }

  push(chunk: Buffer): void {
    this.#lines.push(chunk);
    this.#pushEvents();
  }

  /** Call this once, when stdout has ended. */
  end(): void {
    this.#lines.end();
    this.#pushEvents();
  }

  #readLine(line: Buffer): void {
    const text = line.toString('utf8');
    const record = parseRecord(text);
    if (record?.id === this.#responses.probeId) return;
    const isBad = !this.#dispatch(record);
    // Frames come 30 times a second, and would push everything else out of the log.
    if (!isFrame(record)) this.#options.log?.add(line, text, isBad);
    if (isBad) this.#reportBadRecord(text);
  }

  /** Handles a record. Returns false for a bad one. All events pass the same checks as entries of session files. */
  #dispatch(record: PiRecord | null): boolean {
    if (!record || record.type.startsWith(PANEL_EVENT)) return false;
    if (record.type === 'response') {
      this.#pushEvents();
      return this.#responses.settle(record as ResponseRecord);
    }
    const events = checkEvent(record, Date.now());
    this.#events.push(...events);
    return events.length > 0;
  }

  #reportBadRecord(text: string): void {
    this.#options.onBadRecord(text.length > MAX_BAD_RECORD ? `${cutText(text, MAX_BAD_RECORD)}…` : text);
  }

  /** Pushes the events of this chunk. The promises of its responses settle later, as microtasks. */
  #pushEvents(): void {
    if (this.#events.length === 0) return;
    const events = this.#events;
    this.#events = [];
    this.#options.feed.push(events);
  }
}
