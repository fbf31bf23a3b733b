// Completions and signatures of a language server, for Monaco.
import { monaco } from '../../monaco/monaco-setup.ts';
import type { LanguageClient } from './language-client.svelte.ts';
import {
  markdownOf,
  monacoEdit,
  monacoRange,
  type LspCompletion,
  type LspCompletions,
  type LspSignatures,
} from './lsp.ts';

type Item = monaco.languages.CompletionItem;
/** An item keeps what the server sent, to ask it for the rest. */
export type ServerItem = Item & { fromServer: LspCompletion; client: LanguageClient };

export interface CompletionPlace {
  model: monaco.editor.ITextModel;
  position: monaco.Position;
  client: LanguageClient;
}

const KINDS: (keyof typeof monaco.languages.CompletionItemKind)[] = [
  ...(['Text', 'Method', 'Function', 'Constructor', 'Field', 'Variable', 'Class', 'Interface'] as const),
  ...(['Module', 'Property', 'Unit', 'Value', 'Enum', 'Keyword', 'Snippet', 'Color', 'File'] as const),
  ...(['Reference', 'Folder', 'EnumMember', 'Constant', 'Struct', 'Event', 'Operator'] as const),
  'TypeParameter',
];
/** The protocol counts the kinds of completions from 1. */
const SNIPPET = 2;

export function completionsOf(
  result: LspCompletions | LspCompletion[],
  { model, position, client }: CompletionPlace,
): { suggestions: ServerItem[]; incomplete: boolean } {
  const word = model.getWordUntilPosition(position);
  const range = monaco.Range.fromPositions(position.with(undefined, word.startColumn), position);
  const { items, isIncomplete } = Array.isArray(result) ? { items: result, isIncomplete: false } : result;
  return { suggestions: items.map((item) => ({ ...itemOf(item, range), client })), incomplete: isIncomplete };
}

function itemOf(item: LspCompletion, word: monaco.IRange): Omit<ServerItem, 'client'> {
  const { label, sortText, filterText, preselect, commitCharacters, textEdit } = item;
  const insertText = textEdit?.newText ?? item.textEditText ?? item.insertText ?? label;
  return {
    ...{ label, insertText, fromServer: item },
    kind: monaco.languages.CompletionItemKind[KINDS[(item.kind ?? 1) - 1] ?? 'Text'],
    range: rangeOf(textEdit, word),
    ...(sortText !== undefined && { sortText }),
    ...(filterText !== undefined && { filterText }),
    ...(preselect !== undefined && { preselect }),
    ...(commitCharacters && { commitCharacters }),
    ...(item.tags?.includes(1) && { tags: [monaco.languages.CompletionItemTag.Deprecated] }),
    ...(item.insertTextFormat === SNIPPET && {
      insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet,
    }),
    ...detailsOf(item),
  };
}

/** What a server may send only when it is asked about one item. */
export function detailsOf({ detail, documentation, additionalTextEdits }: LspCompletion): Partial<Item> {
  return {
    ...(detail !== undefined && { detail }),
    ...(documentation !== undefined && { documentation: markdownOf(documentation) }),
    ...(additionalTextEdits && { additionalTextEdits: additionalTextEdits.map(monacoEdit) }),
  };
}

function rangeOf(edit: LspCompletion['textEdit'], word: monaco.IRange): Item['range'] {
  if (!edit) return word;
  if ('range' in edit) return monacoRange(edit.range);
  return { insert: monacoRange(edit.insert), replace: monacoRange(edit.replace) };
}

export function signaturesOf(result: LspSignatures | null): monaco.languages.SignatureHelpResult | null {
  if (!result || result.signatures.length === 0) return null;
  const { signatures, activeSignature = 0, activeParameter = 0 } = result;
  return {
    value: {
      ...{ activeSignature, activeParameter },
      signatures: signatures.map(({ label, documentation, parameters = [], activeParameter: active }) => ({
        label,
        ...(documentation !== undefined && { documentation: markdownOf(documentation) }),
        ...(active !== undefined && { activeParameter: active }),
        parameters: parameters.map((one) => ({
          label: one.label,
          ...(one.documentation !== undefined && { documentation: markdownOf(one.documentation) }),
        })),
      })),
    },
    dispose: () => undefined,
  };
}
