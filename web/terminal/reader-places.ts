// The reader's place in the output of each run, and the chosen run, stored for this browser tab: neither showing another
// run nor a reload moves the reader. A reader who follows the end has no place.
const KEY = 'pi-panel.terminal.places';
const MAX_PLACES = 50;

export interface Place {
  /** Bytes of the output that were on the screen. */
  at: number;
  /** Rows from the last visible one to the end of the screen. */
  up: number;
  /** Lines that had arrived since the reader left the end. */
  newLines: number;
  /** The reader was in an earlier part, which ends at `at`. */
  isPart?: boolean;
}

interface Stored {
  /** The oldest first. */
  places: [run: string, place: Place][];
  /** By session: the run that was chosen instead of the newest. */
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

  placeOf(run: string): Place | undefined {
    return this.#places.get(run);
  }

  /** Undefined: the reader follows the end. */
  setPlace(run: string, place: Place | undefined): void {
    if (!place && !this.#places.has(run)) return;
    this.#places.delete(run);
    if (place) this.#places.set(run, place);
    for (const oldest of this.#places.keys()) {
      if (this.#places.size <= MAX_PLACES) break;
      this.#places.delete(oldest);
    }
    this.#store();
  }

  chosenRun(session: string): string | null {
    return this.#chosen[session] ?? null;
  }

  /** Null: the newest run is followed. Only the choice for the last session is stored. */
  chooseRun(session: string, run: string | null): void {
    if (this.chosenRun(session) === run) return;
    this.#chosen = run === null ? {} : { [session]: run };
    this.#store();
  }

  #store(): void {
    const stored: Stored = { places: [...this.#places], chosen: this.#chosen };
    this.#storage.setItem(KEY, JSON.stringify(stored));
  }
}

let places: ReaderPlaces | undefined;

/** The places of this browser tab. */
export function readerPlaces(): ReaderPlaces {
  return (places ??= new ReaderPlaces(sessionStorage));
}
