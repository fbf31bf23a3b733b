// The user's sign-in to Radius, the service of pi's developers.
import type { ExtensionCommandContext } from '@earendil-works/pi-coding-agent';

interface Auth {
  auth?: { apiKey?: string; headers?: Record<string, string | null> };
}

/** Resolves to undefined without a sign-in, and in a pi that has no Radius. */
export async function radiusToken({ modelRegistry }: ExtensionCommandContext): Promise<string | undefined> {
  const registry = modelRegistry as {
    getProvider?: (id: string) => unknown;
    getProviderAuth?: (id: string) => Promise<Auth | undefined>;
  };
  if (!registry.getProvider?.('radius')) return undefined;
  const { apiKey, headers } = (await registry.getProviderAuth?.('radius'))?.auth ?? {};
  if (apiKey) return apiKey;
  const header = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  return typeof header === 'string' ? /^Bearer\s+(.+)$/iu.exec(header)?.[1] : undefined;
}
