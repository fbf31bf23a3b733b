// Notes of the user on a plan that were not sent to the agent: comments on its lines, and its text if it was edited. The
// panel's extension keeps it in the session, so a fork has it too.

export interface PlanNotes {
  /** By the line of the text, from 0. */
  comments: [line: number, text: string][];
  /** Empty if the text was not edited. */
  edited: string;
}

/** Returns null for a value of any other form, as another program may have written it. */
export function parsePlanNotes(value: unknown): PlanNotes | null {
  const { comments, edited } = Object(value) as Partial<Record<keyof PlanNotes, unknown>>;
  const isComment = (one: unknown): boolean =>
    Array.isArray(one) && one.length === 2 && typeof one[0] === 'number' && typeof one[1] === 'string';
  if (typeof edited !== 'string' || !Array.isArray(comments) || !comments.every(isComment)) return null;
  return { comments: comments as PlanNotes['comments'], edited };
}
