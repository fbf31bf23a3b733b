// A Vite plugin that leaves out the older formats of KaTeX's fonts, 900 kB that no browser of the page would load.
import type { Plugin } from 'vite';

const OLDER_FORMAT = /,\s*url\([^)]+\) format\("(?:woff|truetype)"\)/g;

export function onlyWoff2(): Plugin {
  return {
    name: 'only-woff2',
    enforce: 'pre',
    transform: {
      filter: { id: /katex\.css$/ },
      handler: (code) => code.replace(OLDER_FORMAT, ''),
    },
  };
}
