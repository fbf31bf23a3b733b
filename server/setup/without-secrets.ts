// Removes what the user entered from a text before it is shown or stored: a provider may repeat the key it refuses.

/** Shorter texts are not secrets, and would be found everywhere. */
const MIN_LENGTH = 6;

export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .map((secret) => secret.trim())
    .filter(({ length }) => length >= MIN_LENGTH)
    .reduce((rest, secret) => rest.replaceAll(secret, '•••'), text);
}
