// The security headers. Every response has them, regardless of its status and of the code that writes it.

/** Set on every response, including those that Node writes before any route is reached. */
export const fixedHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * The page's policy. Monaco 0.57 and xterm 6 need inline styles. The Trusted Types policies in camel case are Monaco's,
 * which creates one of them twice.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  'media-src blob:',
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types panel-worker panel-html dompurify defaultWorkerFactory diffEditorWidget diffReview' +
    ' domLineBreaksComputer editorGhostText editorViewLayer richScreenReaderContent standaloneColorizer' +
    " stickyScrollViewLayer tokenizeToString 'allow-duplicates'",
].join('; ');

/** API responses contain bytes from the workspace and the model. Opened as a page, such a response can do nothing. */
const apiPolicy = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** The service worker's policy: it may contact only the panel. */
export const serviceWorkerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";

interface PageTerms {
  /** The Host header, as the gate has admitted it. */
  host: string;
  /** The only origins that may show the page in a frame. */
  frameAncestors?: readonly string[] | undefined;
  /** The origins that the page may ask for the state of their agents. */
  otherPanels?: readonly string[] | undefined;
}

export function pagePolicyFor({ host, frameAncestors = [], otherPanels = [] }: PageTerms): string {
  const connections = ["'self'", ...otherPanels].join(' ');
  const ancestors = frameAncestors.join(' ') || "'none'";
  return `${pagePolicy}; frame-src ${framesOf(host)}; connect-src ${connections}; frame-ancestors ${ancestors}`;
}

/**
 * What the page may show in a frame: nothing but the frames of the panel (see server/frames). This also keeps what runs
 * in a frame from leading it to another site. The panel's own addresses refuse to be framed, except for `/frames/`.
 */
function framesOf(host: string): string {
  const port = /^(?:127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.exec(host);
  return port ? `'self' http://*.localhost${port[1] ?? ''}` : "'self'";
}

export interface Answered extends PageTerms {
  isApi: boolean;
}

/** Sets all headers on a response. An existing Cache-Control (hashed assets, streams) is kept. */
export function secure(headers: Headers, { isApi, ...terms }: Answered): void {
  for (const [name, value] of Object.entries(fixedHeaders)) headers.set(name, value);
  const type = headers.get('content-type') ?? '';
  if (isApi) {
    headers.set('Content-Security-Policy', apiPolicy);
    if (type.startsWith('application/octet-stream')) headers.set('Content-Disposition', 'attachment');
  } else if (type.startsWith('text/html')) {
    headers.set('Content-Security-Policy', pagePolicyFor(terms));
    // X-Frame-Options cannot name an origin. Browsers that know frame-ancestors ignore it anyway.
    if (terms.frameAncestors?.length) headers.delete('X-Frame-Options');
  }
  if (!headers.has('cache-control')) headers.set('Cache-Control', 'no-store');
}
