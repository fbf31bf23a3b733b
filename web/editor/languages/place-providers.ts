// Where a language server finds what is at the cursor, and what a file consists of.
import { monaco } from '../../monaco/monaco-setup.ts';
import { shownCalls } from './calls.ts';
import { monacoRange, type LspSymbol } from './lsp.ts';
import type { ServerAccess } from './server-access.ts';

const { languages } = monaco;

export function offerDefinition(access: ServerAccess): monaco.IDisposable {
  return languages.registerDefinitionProvider(access.language, {
    provideDefinition: (model, position, token) => access.places(model, 'definition', { position, token }),
  });
}

export function offerTypeDefinition(access: ServerAccess): monaco.IDisposable {
  return languages.registerTypeDefinitionProvider(access.language, {
    provideTypeDefinition: (model, position, token) =>
      access.places(model, 'typeDefinition', { position, token }),
  });
}

export function offerImplementation(access: ServerAccess): monaco.IDisposable {
  return languages.registerImplementationProvider(access.language, {
    provideImplementation: (model, position, token) =>
      access.places(model, 'implementation', { position, token }),
  });
}

export function offerReferences(access: ServerAccess): monaco.IDisposable {
  return languages.registerReferenceProvider(access.language, {
    provideReferences: (...[model, position, context, token]) =>
      shownCalls(access, model) ?? access.places(model, 'references', { position, token, context }),
  });
}

export function offerSymbols(access: ServerAccess): monaco.IDisposable {
  return languages.registerDocumentSymbolProvider(access.language, {
    provideDocumentSymbols: async (model, token) => {
      const found = await access.askQuietly<LspSymbol[]>(
        model,
        { method: 'documentSymbol', params: {} },
        token,
      );
      return found?.map(symbolOf) ?? null;
    },
  });
}

function symbolOf(symbol: LspSymbol): monaco.languages.DocumentSymbol {
  const { name, detail = '', kind, children = [], location, containerName } = symbol;
  const whole = symbol.range ?? location?.range ?? NOWHERE;
  return {
    ...{ name, detail, tags: [], children: children.map(symbolOf) },
    // The protocol counts from 1 what Monaco counts from 0.
    kind: kind - 1,
    range: monacoRange(whole),
    selectionRange: monacoRange(symbol.selectionRange ?? whole),
    ...(containerName !== undefined && { containerName }),
  };
}

const NOWHERE = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
