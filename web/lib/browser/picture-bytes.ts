// The bytes of a picture as providers take them: not too large, in base64.
const JPEG_QUALITY = 0.85;

/** Scales the picture down to this many pixels on its longer side, if it has more. Resolves to a JPEG. */
export function toJpeg(image: ImageBitmap, mostPixels: number): Promise<Blob> {
  const scale = Math.min(1, mostPixels / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
}

export async function encodeBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  // The bytes are converted in pieces, because a large image has more bytes than a function can have arguments.
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}
