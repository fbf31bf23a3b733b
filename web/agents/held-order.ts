// Keeps the order of the agents while the user points at the list.

/** Sorts the agents as before. New agents come last. */
export function holdOrder<Row extends { id: string }>(
  rows: readonly Row[],
  held: readonly string[] | null,
): readonly Row[] {
  if (!held) return rows;
  const places = new Map(held.map((id, at) => [id, at]));
  const placeOf = ({ id }: Row): number => places.get(id) ?? held.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}
