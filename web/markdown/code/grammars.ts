// The languages of highlighted code, by their names in the info strings of fences. A grammar is fetched with the first
// code in its language. Grammars that embed others (html, vue) include them.
import type { LanguageRegistration } from 'shiki/core';

type Loader = () => Promise<{ default: LanguageRegistration[] }>;

const LOADERS: Record<string, Loader> = {
  typescript: () => import('@shikijs/langs/typescript'),
  tsx: () => import('@shikijs/langs/tsx'),
  javascript: () => import('@shikijs/langs/javascript'),
  jsx: () => import('@shikijs/langs/jsx'),
  json: () => import('@shikijs/langs/json'),
  jsonc: () => import('@shikijs/langs/jsonc'),
  html: () => import('@shikijs/langs/html'),
  css: () => import('@shikijs/langs/css'),
  scss: () => import('@shikijs/langs/scss'),
  svelte: () => import('@shikijs/langs/svelte'),
  vue: () => import('@shikijs/langs/vue'),
  xml: () => import('@shikijs/langs/xml'),
  markdown: () => import('@shikijs/langs/markdown'),
  python: () => import('@shikijs/langs/python'),
  ruby: () => import('@shikijs/langs/ruby'),
  rust: () => import('@shikijs/langs/rust'),
  go: () => import('@shikijs/langs/go'),
  java: () => import('@shikijs/langs/java'),
  kotlin: () => import('@shikijs/langs/kotlin'),
  swift: () => import('@shikijs/langs/swift'),
  c: () => import('@shikijs/langs/c'),
  cpp: () => import('@shikijs/langs/cpp'),
  csharp: () => import('@shikijs/langs/csharp'),
  php: () => import('@shikijs/langs/php'),
  shellscript: () => import('@shikijs/langs/shellscript'),
  shellsession: () => import('@shikijs/langs/shellsession'),
  powershell: () => import('@shikijs/langs/powershell'),
  yaml: () => import('@shikijs/langs/yaml'),
  toml: () => import('@shikijs/langs/toml'),
  ini: () => import('@shikijs/langs/ini'),
  sql: () => import('@shikijs/langs/sql'),
  docker: () => import('@shikijs/langs/docker'),
  make: () => import('@shikijs/langs/make'),
  diff: () => import('@shikijs/langs/diff'),
  lua: () => import('@shikijs/langs/lua'),
  elixir: () => import('@shikijs/langs/elixir'),
  haskell: () => import('@shikijs/langs/haskell'),
  graphql: () => import('@shikijs/langs/graphql'),
  proto: () => import('@shikijs/langs/proto'),
  hcl: () => import('@shikijs/langs/hcl'),
  nix: () => import('@shikijs/langs/nix'),
  zig: () => import('@shikijs/langs/zig'),
};

const ALIASES: Record<string, string> = {
  ...{
    ts: 'typescript',
    mts: 'typescript',
    cts: 'typescript',
    js: 'javascript',
    mjs: 'javascript',
    cjs: 'javascript',
  },
  ...{ json5: 'jsonc', htm: 'html', svg: 'xml', md: 'markdown', mdx: 'markdown', py: 'python', rb: 'ruby' },
  ...{
    rs: 'rust',
    golang: 'go',
    kt: 'kotlin',
    kts: 'kotlin',
    h: 'c',
    cc: 'cpp',
    'c++': 'cpp',
    hpp: 'cpp',
    cs: 'csharp',
  },
  ...{
    bash: 'shellscript',
    sh: 'shellscript',
    shell: 'shellscript',
    zsh: 'shellscript',
    console: 'shellsession',
  },
  ...{
    ps1: 'powershell',
    yml: 'yaml',
    dockerfile: 'docker',
    makefile: 'make',
    patch: 'diff',
    ex: 'elixir',
    exs: 'elixir',
  },
  ...{
    hs: 'haskell',
    gql: 'graphql',
    protobuf: 'proto',
    tf: 'hcl',
    terraform: 'hcl',
    conf: 'ini',
    less: 'css',
  },
};

/** Returns the language of an info string or a file extension; null if it is not supported. */
export function languageOf(name: string): string | null {
  const lower = name.toLowerCase();
  const language = Object.hasOwn(ALIASES, lower) ? ALIASES[lower]! : lower;
  return Object.hasOwn(LOADERS, language) ? language : null;
}

/** `language` must be a result of `languageOf`. */
export async function grammarOf(language: string): Promise<LanguageRegistration[]> {
  return (await LOADERS[language]!()).default;
}
