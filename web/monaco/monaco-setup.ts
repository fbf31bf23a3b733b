// Monaco as this page uses it: an editor and a diff editor, colours for every language it knows, and the one
// language service that needs no knowledge of a project (JSON).
// All features, because Monaco 0.57's JSON service imports every one of them: late, when the services that
// some need can no longer be registered. A selection breaks with the first JSON file.
import * as monaco from 'monaco-editor/editor';
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/register.all';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';
import editorWorkerUrl from 'monaco-editor/editor/editor.worker?worker&url';
import jsonWorkerUrl from 'monaco-editor/language/json/json.worker?worker&url';

export { monaco };

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string;
  };
}

// The page's policy takes the address of a worker from this policy only.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const workerPolicy = trustedTypes?.createPolicy('panel-worker', { createScriptURL: (url) => url });

globalThis.MonacoEnvironment = {
  getWorker(_id: string, label: string): Worker {
    const url = label === 'json' ? jsonWorkerUrl : editorWorkerUrl;
    return new Worker(workerPolicy?.createScriptURL(url) ?? url, { type: 'module', name: label });
  },
};

// tsconfig.json and its like are JSON with comments; no schema is ever fetched.
jsonDefaults.setDiagnosticsOptions({
  validate: true,
  allowComments: true,
  trailingCommas: 'ignore',
  enableSchemaRequest: false,
});

monaco.languages.register({ id: 'html', extensions: ['.svelte', '.vue', '.astro'] });
monaco.languages.register({ id: 'shell', filenames: ['.bashrc', '.profile', '.env', '.envrc'] });
monaco.languages.register({ id: 'ini', filenames: ['.editorconfig', '.npmrc', '.gitconfig'] });
