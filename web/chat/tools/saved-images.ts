// Finds the files into which pi saved the pictures of a codemode script (pi >= 1.0). pi names each file in the text of the
// result, before its picture, and nowhere else.

const SAVED = /^\[Image saved to (.+) \(image\/[\w.+-]+, [^()]*\)\]$/gm;

/** Returns the absolute paths, each once, in their order. */
export function savedImages(text: string): string[] {
  return [...new Set([...text.matchAll(SAVED)].map(([, path = '']) => path))];
}
