// The headers of every answer in a frame. They decide what its scripts can reach, and which page may show it.
import { sandboxOf } from '../../shared/frames.ts';
import type { Frame } from './frames.ts';

/** Returns the decoded path without slashes at its start. */
export function pathIn(target: string): string {
  return decodeURIComponent(target.split('?')[0]!).replace(/^\/+/, '');
}

/** The addresses of the frame itself, for a policy. */
function ownAddresses({ name, way, origin, base }: Frame): string {
  return way === 'host' ? "'self'" : `${origin}${escapePath(base)}/frames/${name}/`;
}

/** A comma or semicolon in a path would end a part of the policy. */
function escapePath(path: string): string {
  return path.replaceAll(';', '%3B').replaceAll(',', '%2C');
}

/** A file reaches only its workspace, unless the user has allowed it the network. */
function filePolicy(frame: Frame, hasNetwork: boolean): string[] {
  const own = ownAddresses(frame);
  const others = hasNetwork ? ' https: wss:' : '';
  const isStatic = 'file' in frame.source && frame.source.isStatic === true;
  // What is in a static frame cannot know its name, and so names no script of its own.
  const scripts = isStatic ? `'nonce-${frame.name}'` : `${own}${others} 'unsafe-inline' 'unsafe-eval' blob:`;
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${own}${others} 'unsafe-inline'`,
    `img-src ${own}${others} data: blob:`,
    `media-src ${own}${others} data: blob:`,
    `font-src ${own}${others} data:`,
    `connect-src ${hasNetwork ? `${own}${others} data: blob:` : "'none'"}`,
    `frame-src ${own} blob:`,
    `worker-src ${isStatic ? "'none'" : `${own} blob:`}`,
    `form-action ${own}`,
    `base-uri ${own}`,
    ...(hasNetwork ? [] : ["webrtc 'block'"]),
  ];
}

export interface Answered {
  /** Path and query within the frame. */
  target: string;
  /** The sites that may show the panel's page in a frame, and so everything in it. */
  ancestors: readonly string[];
}

export function framePolicy(frame: Frame, { target, ancestors }: Answered): string {
  const { source, origin } = frame;
  // An app may have frames of its own. In a sandbox without an origin, no policy can name what is around them.
  const own = frame.way === 'host' ? ["'self'"] : [];
  // A policy cannot name an IPv6 address. The name of the frame is secret in any case.
  const canName = !origin.includes('[');
  return [
    // A link in the file leads to other files, for which nobody has allowed anything.
    ...('file' in source ? filePolicy(frame, source.hasNetwork && pathIn(target) === source.file) : []),
    ...(canName ? [`frame-ancestors ${[origin, ...ancestors, ...own].join(' ')}`] : []),
    // An app at its own origin is as free as in a tab; its box on the page is limited by the page.
    ...('file' in source || frame.way === 'path' ? [`sandbox ${sandboxOf(frame)}`] : []),
  ].join('; ');
}

/** Returns the headers that are the same for files and apps. One that an app sends itself cannot replace them. */
export function frameHeaders(frame: Frame, answered: Answered): Record<string, string> {
  return {
    'Content-Security-Policy': framePolicy(frame, answered),
    // The address of the frame is its key. It goes to no other site.
    'Referrer-Policy': 'same-origin',
    'X-DNS-Prefetch-Control': 'off',
    // A process of its own, where the browser has one to give: an endless loop then holds up nothing else.
    'Origin-Agent-Cluster': '?1',
    // An origin of its own can say so; one that is none is foreign to itself.
    'Cross-Origin-Resource-Policy': frame.way === 'host' ? 'same-origin' : 'cross-origin',
  };
}
