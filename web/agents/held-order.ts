// Keeps the order of the agents while the user points at the list.

/** Sorts the agents as before, except that those that need the user come first. New agents come last. */
export function holdOrder<Row extends { id: string }>(
  rows: readonly Row[],
  held: readonly string[] | null,
  needsUser: (row: Row) => boolean = () => false,
): readonly Row[] {
  if (!held) return rows;
  const places = new Map(held.map((id, at) => [id, at]));
  const placeOf = ({ id }: Row): number => places.get(id) ?? held.length;
  return rows.toSorted((a, b) => Number(needsUser(b)) - Number(needsUser(a)) || placeOf(a) - placeOf(b));
}
