// Creates attachments from files. Images that are too large are scaled down. This code is loaded with the first file.
import { t } from '../../../language/text.ts';
import { encodeBase64, toJpeg } from '../../../lib/browser/picture-bytes.ts';
import { randomId } from '../../../lib/browser/random-id.ts';
import { MAX_TOTAL_TEXT, type Attachment, type TextAttachment } from './attachment.ts';

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** Larger files are scaled down to MAX_PIXELS on their longer side and compressed again. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_PIXELS = 2000;

/** Rejects with a sentence for the user if the file is neither an image that models support nor text. */
export async function readAttachment(file: File): Promise<Attachment> {
  if (!IMAGE_TYPES.includes(file.type)) return readText(file);
  // A provider refuses a picture that it cannot decode, and then every later message of the session with it.
  const image = await decode(file);
  const blob = await (file.size > MAX_BYTES ? toJpeg(image, MAX_PIXELS) : file);
  image.close();
  return {
    id: randomId(),
    name: file.name || t('pasted image'),
    mimeType: blob.type,
    data: await encodeBase64(blob),
    bytes: blob.size,
  };
}

async function readText(file: File): Promise<TextAttachment> {
  const name = file.name || t('This file');
  if (file.size > MAX_TOTAL_TEXT)
    throw new Error(
      t('{name} is too large for a message. Put it into the workspace and mention it with @.', { name }),
    );
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error(
      t('{name} cannot be read. A folder can be mentioned by its path. Type @, or drag it from Files.', {
        name,
      }),
    );
  });
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return { id: randomId(), title: name, text };
  } catch {
    // The file is not UTF-8. It is refused below, like other binary files.
  }
  throw new Error(
    t(
      '{name} is neither text nor a PNG, JPEG, GIF or WebP image. Put it into the workspace and mention it with @.',
      { name },
    ),
  );
}

function decode(file: File): Promise<ImageBitmap> {
  return createImageBitmap(file).catch(() => {
    throw new Error(t('{name} cannot be read: it may be damaged.', { name: file.name || t('The image') }));
  });
}
