// The page's Content-Security-Policy accepts worker URLs only from this Trusted Types policy.

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('panel-worker', { createScriptURL: (url) => url });

/** `url` must come from the build. */
export function workerUrl(url: string): string {
  return policy?.createScriptURL(url) ?? url;
}
