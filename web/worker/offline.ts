// Decides when the service worker answers instead of the panel, and with what.
import tokens from '../shell/frame/tokens.css?raw';
import page from './offline.html?raw';

/** 502 and 504: a proxy that found no panel behind it. A 503 may be the page of a hub that starts one. */
export function isPanelDown(status: number): boolean {
  return status === 502 || status === 504;
}

/** The page that says that the panel does not answer. It shows nothing of the panel and may only ask it for a sign of life. */
export function offlineAnswer(): Response {
  const nonce = crypto.randomUUID();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return new Response(page.replace('/* tokens */', () => tokens).replaceAll('NONCE', nonce), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy.join('; '),
      'Cache-Control': 'no-store',
    },
  });
}

export interface ScopeKeeper {
  isPage: (url: string) => boolean;
  isForeign: (response: Response) => boolean;
}

export function scopeKeeper(scope: string): ScopeKeeper {
  const { pathname, hostname } = new URL(scope);
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return {
    /** The page itself; below the same path there may be other programs, behind the same proxy. */
    isPage: (url) => new URL(url).pathname === pathname,
    /** On this machine a port may belong to another program tomorrow, which must not keep a worker of the panel. */
    isForeign: ({ ok, headers }) =>
      isLoopback && ok && !headers.get('content-security-policy')?.includes('panel-worker'),
  };
}
