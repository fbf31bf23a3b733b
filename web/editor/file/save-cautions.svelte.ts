// The cautions that the user must confirm before the server saves a file, for instance when the next start will run it.
import type { SaveCaution } from '../../../shared/files.ts';
import { errorText } from '../../../shared/error-text.ts';
import { cautionOf } from './file-route.ts';

export class SaveCautions {
  /** The caution that the user must confirm first, if any. */
  pending = $state.raw<{ code: SaveCaution; message: string } | null>(null);
  /** The user confirms a caution once per open file, not at every save. */
  readonly confirmed = new Set<SaveCaution>();

  /** Returns whether the save failed only because the user must confirm it. */
  onFailure(error: unknown): boolean {
    const code = cautionOf(error);
    if (code) this.pending = { code, message: errorText(error) };
    return code !== undefined;
  }

  confirm(): void {
    if (this.pending) this.confirmed.add(this.pending.code);
  }

  clear(): void {
    this.pending = null;
  }
}
