import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { onlyWoff2 } from './scripts/build/only-woff2.ts';
import { plainIcons } from './scripts/build/plain-icons.ts';
import { precompress } from './scripts/build/precompress.ts';
import { QUIET } from './scripts/build/quiet.ts';
import { standalone } from './scripts/build/standalone.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * A page with an agent loads these as soon as it has painted. The files of the side bar are not among them: a chunk that
 * is lost should not take both side bar and conversation. Small menus are among it, so that none is empty without a connection or after an update.
 */
const OPENED = new RegExp(
  `/web/(?:${[
    'chat/FirstMessage\\.svelte',
    'chat/composer/(?:Attachments|Comments|EditNote|ExtensionAddition|FolderGone|MissingModel)\\.svelte',
    'chat/composer/(?:RunningCommand|completion/CompletionList)\\.svelte',
    'chat/composer/(?:own-history|completion/(?:choices|extension-completions)|draft/(?:edit-earlier|instead|read-attachment))\\.ts',
    'chat/controls/ContextDetails\\.svelte',
    'chat/queue/Queue\\.svelte',
    'chat/transcript/Transcript\\.svelte',
    'chat/Widgets\\.svelte',
    'dialogs/Dialogs\\.svelte',
    'lib/requests/lost-reason\\.ts',
    'markdown/Markdown\\.svelte',
    'shell/agent/Branch\\.svelte',
    'shell/frame/MoreSheet\\.svelte',
    'shell/later\\.ts',
    'shell/notices/(?:BrokenFiles|NoticeList)\\.svelte',
    'start/Start\\.svelte',
  ].join('|')})$`,
);

/** Small parts that many regions share: else each would be a file, and each file a name in the first one. */
const COMMON = new RegExp(
  `/@lucide/|/web/(?:${[
    'ui/.*',
    'lib/format/(?:text-matches|workspace-path)\\.ts',
    'lib/requests/(?:followed-stream|follow-polls|json-lines|turns)\\.ts',
    'lib/(?:row-window|scroll-scale|browser/(?:base64|external-editors))\\.ts',
    'monaco/editor-texts\\.ts',
    'state/(?:agent/seen-changes\\.svelte|workbench/(?:comment|shell-requests\\.svelte))\\.ts',
  ].join('|')})$`,
);

/** The blocks of Svelte that the first paint does not use. They are reachable from its first file, which lists all blocks. */
const LATER_BLOCKS =
  /[\\/]svelte[\\/]src[\\/].*[\\/](?:blocks[\\/](?:await|svelte-element|svelte-head)|bindings[\\/]size)\.js$/;

/** The files of texts that come after the first paint. */
const LANGUAGE_PART = /\/web\/language\/(zh|ja)\/(\w+)\.json$/;

/** Returns `zh-settings`. */
const partOfLanguage = (file: string) => LANGUAGE_PART.exec(file)!.slice(1).join('-');

export default defineConfig({
  root: here('web'),
  // Relative addresses, so that the same build also works below --base-path.
  base: './',
  cacheDir: here('.cache/vite'),
  plugins: [
    onlyWoff2(),
    plainIcons(),
    svelte({
      configFile: false,
      // Elements one by one instead of a template's innerHTML: the page's policy trusts no HTML, not even Svelte's.
      compilerOptions: { fragments: 'tree' },
      // Runes everywhere in our own components; those of libraries decide for themselves.
      dynamicCompileOptions: ({ filename }) =>
        filename.includes('/node_modules/') ? undefined : { runes: true },
    }),
    precompress(),
    // Browsers find a new version of the worker by its address, and its folder is what it answers for.
    standalone({ name: 'service-worker', entry: here('web/worker/service-worker.ts'), format: 'es' }),
    // The server adds it to what runs in a frame of the page.
    standalone({ name: 'frame-script', entry: here('web/frames/inside/frame-script.ts'), format: 'iife' }),
  ],
  worker: { format: 'es' },
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The bench reads from it which chunks the first paint needs and which are lazy.
    manifest: true,
    // Licenses ask to be passed on with the code. Those of the workers' libraries are in web/public/notice.txt.
    license: { fileName: 'licenses.md' },
    modulePreload: { polyfill: false },
    // The page's policy has no data: for scripts and fonts, so every asset is a separate file.
    assetsInlineLimit: 0,
    // Monaco's lazy chunks are large by nature; the bench watches what the first paint needs.
    chunkSizeWarningLimit: 4096,
    reportCompressedSize: false,
    rolldownOptions: {
      checks: QUIET,
      treeshake: {
        // Svelte declares a class of elements for the case that a component is one; none of ours is.
        moduleSideEffects: [
          { test: /[\\/]svelte[\\/].*[\\/]custom-element\.js$/, sideEffects: false },
          { test: LATER_BLOCKS, sideEffects: false },
        ],
      },
      output: {
        // The first file names most of the others. Their hashes do not compress, so they are as short as they may be.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Without their dependencies, which are the core of Svelte.
            { name: 'blocks', test: LATER_BLOCKS, includeDependenciesRecursively: false },
            // All that the first paint needs: one file compresses better than twenty.
            { name: 'first', tags: ['$initial'] },
            // One file instead of fifty: opening a page takes a fifth less CPU time in the browser and in the panel.
            { name: 'opened', test: OPENED },
            { name: 'common', test: COMMON, minShareCount: 2 },
            // The steps of the palette's entries, which would otherwise be a dozen small files.
            { name: 'steps', test: /\/web\/actions\/(?:steps\/|favorite-models)/ },
            // The texts of a language in files that a slow connection fetches side by side, see web/language/zh.ts.
            { name: partOfLanguage, test: LANGUAGE_PART, debugName: 'languages' },
          ],
        },
      },
    },
  },
});
