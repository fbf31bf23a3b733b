// Distinguishes sentences for the user from strings that the program compares.

interface Path {
  node: {
    type: string;
    value?: unknown;
    quasis?: { value: { raw: string } }[];
  };
}

export function isWording({ node }: Path): boolean {
  if (node.type === 'StringLiteral') return hasWords(String(node.value));
  if (node.type === 'TemplateLiteral')
    return hasWords((node.quasis ?? []).map(({ value }) => value.raw).join('x'));
  return false;
}

/** Whether the text has two words, which option names and keys do not have. */
function hasWords(text: string): boolean {
  return /\p{L}[,.:;]? \p{L}/u.test(text);
}
