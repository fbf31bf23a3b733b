// Texts as Monaco's models.
import { monaco } from './monaco-setup.ts';

let count = 0;

/** The file name selects the language; the number keeps models with the same path apart. */
export function createModel(text: string, path: string, scheme: 'file' | 'diff'): monaco.editor.ITextModel {
  const uri = monaco.Uri.from({ scheme, path: path.replace(/^\/*/, '/'), query: String(++count) });
  const model = monaco.editor.createModel(text, undefined, uri);
  model.setEOL(monaco.editor.EndOfLineSequence.LF);
  // A diff editor does not pass this option on to its models (Monaco 0.57).
  model.updateOptions({
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  });
  return model;
}
