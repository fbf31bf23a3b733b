// Comments of the user on changed lines, collected until they are sent as one message.
import type { HunkRow } from './hunk-rows.ts';

export interface Comment {
  id: string;
  path: string;
  hunk: string;
  /** The changed lines, for the model. */
  rows: readonly HunkRow[];
  text: string;
}

const MAX_ROWS = 12;
const SIGNS = { same: ' ', added: '+', removed: '-' };

export class Comments {
  all = $state.raw<readonly Comment[]>([]);

  of(hunk: string): Comment[] {
    return this.all.filter((comment) => comment.hunk === hunk);
  }

  add(comment: Omit<Comment, 'id'>): void {
    this.all = [...this.all, { ...comment, id: crypto.randomUUID() }];
  }

  remove(id: string): void {
    this.all = this.all.filter((comment) => comment.id !== id);
  }

  /** All of them as one message, and none are left. */
  take(): string {
    const message = this.all.map(describe).join('\n\n');
    this.all = [];
    return message;
  }
}

function describe({ path, rows, text }: Comment): string {
  const changed = rows.filter(({ kind }) => kind !== 'same');
  const line = changed.find(({ after }) => after !== null)?.after ?? changed[0]?.before ?? 1;
  const shown = changed.slice(0, MAX_ROWS).map((row) => `${SIGNS[row.kind]}${row.text}`);
  const more = changed.length > MAX_ROWS ? [` … ${changed.length - MAX_ROWS} more lines`] : [];
  return [`${path}:${line}`, '```diff', ...shown, ...more, '```', text.trim()].join('\n');
}
