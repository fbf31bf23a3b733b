// Asks a server about a word that the user is typing.
import { monaco } from '../../monaco/monaco-setup.ts';

interface TypedPlace {
  model: monaco.editor.ITextModel;
  position: monaco.Position;
}

/**
 * Calls `ask` with a token that is also cancelled once the user types past the word at the position. Monaco (0.57) would
 * wait for the answer about that word, find nothing in it for the next one, and not ask again before another key.
 */
export async function whileInWord<T>(
  { model, position }: TypedPlace,
  token: monaco.CancellationToken,
  ask: (token: monaco.CancellationToken) => Promise<T>,
): Promise<T> {
  const inWord = new monaco.CancellationTokenSource(token);
  const { startColumn } = model.getWordUntilPosition(position);
  const isPast = ({ range, text }: monaco.editor.IModelContentChange): boolean => {
    const { startLineNumber: line, startColumn: column } = range;
    if (line !== position.lineNumber || column < startColumn) return false;
    const end = model.validatePosition({ lineNumber: line, column: column + text.length });
    return text.includes('\n') || model.getWordUntilPosition(end).startColumn > startColumn;
  };
  const listener = model.onDidChangeContent(({ changes }) => {
    if (changes.some(isPast)) inWord.cancel();
  });
  try {
    return await ask(inWord.token);
  } finally {
    listener.dispose();
    inWord.dispose();
  }
}
