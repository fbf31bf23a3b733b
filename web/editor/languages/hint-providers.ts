// What a language server knows about the place of the cursor: hints, completions and signatures.
import { monaco } from '../../monaco/monaco-setup.ts';
import type { LspRange } from '../../../shared/languages.ts';
import { completionsOf, detailsOf, signaturesOf, type ServerItem } from './completions.ts';
import {
  markdownOf,
  monacoRange,
  positionOf,
  type LspCompletion,
  type LspCompletions,
  type LspText,
} from './lsp.ts';
import type { ServerAccess } from './server-access.ts';
import { whileInWord } from './while-in-word.ts';

interface Hover {
  contents: LspText | LspText[];
  range?: LspRange;
}

export function offerHover(access: ServerAccess): monaco.IDisposable {
  return monaco.languages.registerHoverProvider(access.language, {
    provideHover: async (model, position, token) => {
      const found = await access.askQuietly<Hover>(
        model,
        { method: 'hover', params: { position: positionOf(position) } },
        token,
      );
      if (!found) return null;
      const contents = [found.contents].flat().map(markdownOf);
      return { contents, ...(found.range && { range: monacoRange(found.range) }) };
    },
  });
}

export function offerCompletion(access: ServerAccess): monaco.IDisposable {
  const { server } = access;
  return monaco.languages.registerCompletionItemProvider(access.language, {
    triggerCharacters: access.characters('completionProvider', 'triggerCharacters'),
    provideCompletionItems: async (...[model, position, { triggerKind, triggerCharacter }, token]) => {
      // The protocol counts from 1 what Monaco counts from 0.
      const context = { triggerKind: triggerKind + 1, ...(triggerCharacter && { triggerCharacter }) };
      const params = { position: positionOf(position), context };
      const client = access.clientOf(model);
      const found = await whileInWord({ model, position }, token, (inWord) =>
        access.askQuietly<LspCompletions | LspCompletion[]>(model, { method: 'completion', params }, inWord),
      );
      return client && found ? completionsOf(found, { model, position, client }) : null;
    },
    ...(access.option('completionProvider', 'resolveProvider') === true && {
      resolveCompletionItem: async (item: monaco.languages.CompletionItem) => {
        const { fromServer, client } = item as ServerItem;
        const asked = client.ask<LspCompletion>(server, {
          method: 'completionItem/resolve',
          params: { ...fromServer },
        });
        const found = await asked.catch(() => null);
        return found ? { ...item, ...detailsOf(found) } : item;
      },
    }),
  });
}

export function offerSignatures(access: ServerAccess): monaco.IDisposable {
  const name = 'signatureHelpProvider';
  return monaco.languages.registerSignatureHelpProvider(access.language, {
    signatureHelpTriggerCharacters: access.characters(name, 'triggerCharacters'),
    signatureHelpRetriggerCharacters: access.characters(name, 'retriggerCharacters'),
    provideSignatureHelp: async (model, position, token) =>
      signaturesOf(
        await access.askQuietly(
          model,
          { method: 'signatureHelp', params: { position: positionOf(position) } },
          token,
        ),
      ),
  });
}
