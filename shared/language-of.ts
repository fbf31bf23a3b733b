// The language of a file by its name, as the Language Server Protocol names it, which is not always as the editor does.

const BY_EXTENSION: Record<string, string> = {
  ...{ ts: 'typescript', mts: 'typescript', cts: 'typescript', tsx: 'typescriptreact' },
  ...{ js: 'javascript', mjs: 'javascript', cjs: 'javascript', jsx: 'javascriptreact' },
  ...{ svelte: 'svelte', vue: 'vue', html: 'html', css: 'css', scss: 'scss' },
  ...{ py: 'python', pyi: 'python', go: 'go', rs: 'rust', java: 'java', lua: 'lua' },
  ...{ c: 'c', h: 'cpp', cc: 'cpp', cpp: 'cpp', cxx: 'cpp', hpp: 'cpp', m: 'objective-c', cu: 'cuda-cpp' },
  ...{ sh: 'shellscript', bash: 'shellscript', yml: 'yaml', yaml: 'yaml', json: 'json', jsonc: 'jsonc' },
};

/** Returns the language of a file by its name; undefined if no server of the table knows it. */
export function languageOf(path: string): string | undefined {
  const [, extension = ''] = /\.([^./]+)$/.exec(path) ?? [];
  const name = extension.toLowerCase();
  return Object.hasOwn(BY_EXTENSION, name) ? BY_EXTENSION[name] : undefined;
}
