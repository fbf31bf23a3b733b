// What the user has chosen for each conflict of a text.
import { joinConflicts, type ConflictChoice, type ConflictPart } from './conflict-parts.ts';

export class Resolution {
  readonly parts: readonly ConflictPart[];
  choices = $state.raw<readonly (ConflictChoice | null)[]>([]);

  constructor(parts: readonly ConflictPart[]) {
    this.parts = parts;
    this.choices = parts.filter((part) => 'conflict' in part).map(() => null);
  }

  get count(): number {
    return this.choices.length;
  }

  /** How many conflicts have no choice. */
  get left(): number {
    return this.choices.filter((choice) => choice === null).length;
  }

  /** The text with the choices, and with the markers of conflicts that have none. */
  get text(): string {
    return joinConflicts(this.parts, this.choices);
  }

  choose(conflict: number, choice: ConflictChoice): void {
    this.choices = this.choices.with(conflict, choice);
  }
}
