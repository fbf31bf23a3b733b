// Stores the reader's place in the output of each run, and the chosen run, for this browser tab. Neither selecting
// another run nor a reload moves the reader. A reader who follows the end has no place.
import { asArray, asObject, asRecord, isText, Persisted } from '../../lib/storage/persisted.ts';

const MAX_PLACES = 50;

export interface Place {
  /** The byte up to which the output was on the screen. */
  at: number;
  /** The number of rows below the last visible one. */
  up: number;
  /** Lines that had arrived since the reader left the end. */
  newLines: number;
  /** Set if the reader saw an earlier part of the output, which ends at `at`. */
  isPart?: boolean;
}

interface Stored {
  /** Oldest first. */
  places: [run: string, place: Place][];
  /** The run that the user chose instead of the newest one, by session. */
  chosen: Record<string, string>;
}

const stored = new Persisted<Stored>({
  area: 'tab',
  key: 'pi-panel.terminal.places',
  parse: (value) => {
    const { places, chosen } = asObject(value);
    return { places: asArray(places, isPlaceEntry), chosen: asRecord(chosen, isText) };
  },
});

function isPlaceEntry(value: unknown): value is [run: string, place: Place] {
  if (!Array.isArray(value) || !isText(value[0])) return false;
  const { at, up, newLines } = asObject(value[1]);
  return [at, up, newLines].every((number) => typeof number === 'number');
}

export class ReaderPlaces {
  readonly #places: Map<string, Place>;
  #chosen: Stored['chosen'];

  constructor() {
    const { places, chosen } = stored.get();
    this.#places = new Map(places);
    this.#chosen = chosen;
  }

  placeOf(run: string): Place | undefined {
    return this.#places.get(run);
  }

  /** Undefined means that the reader follows the end. */
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

  /** Null means that the terminal follows the newest run. Only the choice for the latest session is stored. */
  chooseRun(session: string, run: string | null): void {
    if (this.chosenRun(session) === run) return;
    this.#chosen = run === null ? {} : { [session]: run };
    this.#store();
  }

  #store(): void {
    stored.set({ places: [...this.#places], chosen: this.#chosen });
  }
}

export const readerPlaces = new ReaderPlaces();
