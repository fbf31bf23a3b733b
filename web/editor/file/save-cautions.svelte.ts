// The warnings that the user confirms before the server saves a file, such as one that is run at the next start.
import type { SaveCaution } from '../../../shared/files.ts';
import { errorText } from '../../../shared/error-text.ts';
import { cautionOf } from './file-route.ts';

export class SaveCautions {
  /** Must be confirmed by the user first; null: there is nothing to confirm. */
  asked = $state.raw<{ code: SaveCaution; message: string } | null>(null);
  /** Once while the file is open, not at every save. */
  readonly confirmed = new Set<SaveCaution>();

  /** Returns whether the save failed only because the user must confirm it. */
  onFailure(error: unknown): boolean {
    const code = cautionOf(error);
    if (code) this.asked = { code, message: errorText(error) };
    return code !== undefined;
  }

  confirm(): void {
    if (this.asked) this.confirmed.add(this.asked.code);
  }

  clear(): void {
    this.asked = null;
  }
}
