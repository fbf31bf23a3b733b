/** Returns a unique id. `crypto.randomUUID` does not exist on pages served over plain HTTP from another machine. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
