// Where the reader of each run's output stands, and which run was chosen: kept for this browser tab, so that
// neither another run nor a reload moves anybody. Who follows the end has no place.
const KEY = 'pi-panel.terminal.places';
const MOST = 50;

export interface Place {
  /** Bytes of the output that stood on the screen. */
  at: number;
  /** Rows from the last one that was in sight then to the end. */
  up: number;
  /** Lines that had come since the reader left the end. */
  newLines: number;
  /** An earlier part was looked at, which ends at `at`. */
  isPart?: boolean;
}

interface Stored {
  /** The oldest first. */
  places: [run: string, place: Place][];
  /** The run that each session's reader chose, instead of the newest. */
  chosen: Record<string, string>;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

export class ReaderPlaces {
  readonly #storage: Storage;
  readonly #places: Map<string, Place>;
  #chosen: Stored['chosen'];

  constructor(storage: Storage) {
    this.#storage = storage;
    const text = storage.getItem(KEY);
    const { places, chosen } = text ? (JSON.parse(text) as Stored) : { places: [], chosen: {} };
    this.#places = new Map(places);
    this.#chosen = chosen;
  }

  of(run: string): Place | undefined {
    return this.#places.get(run);
  }

  /** Undefined: the end is followed. */
  keep(run: string, place: Place | undefined): void {
    if (!place && !this.#places.has(run)) return;
    this.#places.delete(run);
    if (place) this.#places.set(run, place);
    for (const oldest of this.#places.keys()) {
      if (this.#places.size <= MOST) break;
      this.#places.delete(oldest);
    }
    this.#store();
  }

  chosen(session: string): string | null {
    return this.#chosen[session] ?? null;
  }

  /** Null: the newest run is followed. Only the last session's choice is kept. */
  choose(session: string, run: string | null): void {
    if (this.chosen(session) === run) return;
    this.#chosen = run === null ? {} : { [session]: run };
    this.#store();
  }

  #store(): void {
    const stored: Stored = { places: [...this.#places], chosen: this.#chosen };
    this.#storage.setItem(KEY, JSON.stringify(stored));
  }
}
