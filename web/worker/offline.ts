// Decides when the service worker answers instead of the panel, and creates that answer.
import tokens from '../shell/styles/tokens.css?raw';
import page from './offline.html?raw';

/**
 * Whether the panel is down. 502 and 504 are from a proxy that did not reach the panel. A 503 may be the page of a hub
 * that is starting it.
 */
export function isPanelDown(status: number): boolean {
  return status === 502 || status === 504;
}

/**
 * Returns the page that is shown while the panel does not respond. It contains nothing from the panel and may only
 * check whether the panel is running again.
 */
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
    /**
     * Whether this is the address of the page itself. Other programs behind the same proxy may be below the same path.
     */
    isPage: (url) => new URL(url).pathname === pathname,
    /**
     * Whether another program answered. On this machine, the panel's port may later belong to another program, which
     * must not keep the panel's worker.
     */
    isForeign: ({ ok, headers }) =>
      isLoopback && ok && !headers.get('content-security-policy')?.includes('panel-worker'),
  };
}
