// Sets up Monaco: the editor and the diff editor, highlighting for all languages, and JSON, the only language service
// that works without knowledge of the project. All features are imported here. The JSON service of Monaco 0.57 would
// import them anyway, but too late for the services that some of them register. Selections would then break with the
// first JSON file.
import * as monaco from 'monaco-editor/editor';
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/register.all';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';
import editorWorkerUrl from 'monaco-editor/editor/editor.worker?worker&url';
import jsonWorkerUrl from 'monaco-editor/language/json/json.worker?worker&url';
import { workerUrl } from '../lib/browser/worker-url.ts';

export { monaco };

globalThis.MonacoEnvironment = {
  getWorker(_id: string, label: string): Worker {
    const url = label === 'json' ? jsonWorkerUrl : editorWorkerUrl;
    return new Worker(workerUrl(url), { type: 'module', name: label });
  },
};

// Files such as tsconfig.json are JSON with comments. Schemas are never fetched.
jsonDefaults.setDiagnosticsOptions({
  validate: true,
  allowComments: true,
  trailingCommas: 'ignore',
  enableSchemaRequest: false,
});

monaco.languages.register({ id: 'html', extensions: ['.svelte', '.vue', '.astro'] });
monaco.languages.register({ id: 'shell', filenames: ['.bashrc', '.profile', '.env', '.envrc'] });
monaco.languages.register({ id: 'ini', filenames: ['.editorconfig', '.npmrc', '.gitconfig'] });
