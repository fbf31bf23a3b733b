// Keeps pi from spending money while nobody works. Since 1.5.1 pi repeats the last request for up to 30 minutes after a
// run, so that the provider's cache stays warm. That pays off for somebody who sits in front of one terminal, but a
// panel keeps many agents, most of which nobody returns to in that time. So it happens only if the user has asked for it.
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import type { CompanionReport } from '../../../shared/companion.ts';

type Send = (report: CompanionReport) => void;

/** An extension that decides differently wins, because it comes later. */
export function limitCacheWarming(pi: ExtensionAPI, senderFor: (ctx: ExtensionContext) => Send): void {
  // Since 1.0. Without it, pi warms the cache only during runs, unless the user asks for more.
  if (typeof pi.getSettings !== 'function') return;
  const isWanted = (): boolean => pi.getSettings().cacheWarming === 'idle';
  pi.on('session_start', (_event, ctx) => senderFor(ctx)({ type: 'warming', isIdle: isWanted() }));
  pi.on('cache_warming_decision', (_event, ctx) =>
    ctx.isIdle() && !isWanted() ? { action: 'stop' } : undefined,
  );
}
