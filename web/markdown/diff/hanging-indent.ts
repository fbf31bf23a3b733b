// How far the continuation of a wrapped line is indented: a little more than the beginning of its text.

/** The columns of a tab, as in the `tab-size` of the lines. */
export const TAB_COLUMNS = 4;
/** The widest indentation that a continuation follows, in columns. More would leave no room on a phone. */
const MAX_INDENTATION = 16;

/**
 * Returns the hanging indent in columns. It is a multiple of a tab where the line begins with tabs, so that their tab
 * stops stay in place. A line with tabs between its words does not hang, because its columns would move.
 */
export function hangingIndent(text: string): number {
  const code = text.trimStart();
  if (code.includes('\t')) return 0;
  const indentation = text.slice(0, text.length - code.length);
  let columns = 0;
  for (const letter of indentation) columns += letter === '\t' ? TAB_COLUMNS - (columns % TAB_COLUMNS) : 1;
  const hung = Math.min(columns, MAX_INDENTATION);
  if (!indentation.includes('\t')) return hung + 2;
  return (Math.floor(hung / TAB_COLUMNS) + 1) * TAB_COLUMNS;
}
