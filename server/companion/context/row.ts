// A row of the list, before it is compared with the last request.
import type { ContextRow } from '../../../shared/context.ts';

export interface Row extends Omit<ContextRow, 'change' | 'before'> {
  /** Differs if its content differs. */
  mark: string;
}
