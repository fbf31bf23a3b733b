// Recognizes sentences that the server writes in English with parts filled in, such as `"a.txt" does not exist.`

/** Maps sentences with holes, such as `{path} does not exist.`, to the same in another language. */
type Sentences = Readonly<Record<string, string>>;
/** Returns the translation, or undefined if the sentence is not known. */
export type TranslateSentence = (
  sentence: string,
  /** Translates the part `{reason}`, which may be a sentence of the server itself, and each item of a `{list}`. */
  translateReason?: (reason: string) => string,
) => string | undefined;

/** Subjects that `{who}` may stand for and that are translated, unlike a name. */
const SUBJECT = /^(?:This session|This day|An extension)$/;

export function translateSentences(sentences: Sentences): TranslateSentence {
  const known = Object.entries(sentences)
    .map(([english, other]) => {
      const pieces = english.split(/\{(\w+)\}/);
      const source = pieces
        .map((piece, at) => (at % 2 === 0 ? piece.replace(/[.?()]/g, '\\$&') : '([^]+?)'))
        .join('');
      const fixed = pieces.filter((_, at) => at % 2 === 0).join('').length;
      return {
        pattern: new RegExp(`^${source}$`),
        names: pieces.filter((_, at) => at % 2 === 1),
        other,
        fixed,
      };
    })
    // Sentences with more fixed text come first: `{path} already exists. Choose another name.` before `{file} cannot be
    // read: {reason}`.
    .sort((a, b) => b.fixed - a.fixed);
  return (sentence, translateReason = (reason) => reason) => {
    for (const { pattern, names, other } of known) {
      const parts = pattern.exec(sentence)?.slice(1);
      if (parts)
        return other.replace(/\{(\w+)\}/g, (_, name: string) => {
          const part = parts[names.indexOf(name)]!;
          if (name === 'list')
            return part
              .split(/, | and /)
              .map(translateReason)
              .join(translateReason(', '));
          const isSentence = name === 'reason' || (name === 'who' && SUBJECT.test(part));
          return isSentence ? translateReason(part) : part;
        });
    }
    return undefined;
  };
}
