// Opens a PDF with pdf.js, whose worker, fonts and character maps are files of the build. It is the build for browsers of
// the last years; the other one needs those of the last months.
import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerSource from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { t } from '../../language/text.ts';
import { startEarly } from '../../lib/browser/early-worker.ts';

// With their licenses. Only the addresses are in the code.
const CHARACTER_MAPS = import.meta.glob<string>('../../../node_modules/pdfjs-dist/cmaps/*', {
  query: '?url',
  import: 'default',
  eager: true,
});
const FONTS = import.meta.glob<string>('../../../node_modules/pdfjs-dist/standard_fonts/*', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Fetches what a PDF does not contain itself: the standard fonts, and maps for texts in Chinese, Japanese, Korean. */
class BuildFiles {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const [folder, files] =
      kind === 'cMapUrl' ? (['cmaps', CHARACTER_MAPS] as const) : (['standard_fonts', FONTS] as const);
    const address = files[`../../../node_modules/pdfjs-dist/${folder}/${filename}`];
    if (address === undefined) throw new Error(`The build has no ${filename}`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

const nextWorker = startEarly(workerSource, 'pdf');

export interface OpenPdf {
  document: PDFDocumentProxy;
  close: () => Promise<void>;
}

/** Rejects if the bytes are not a PDF that can be shown. */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const port = nextWorker();
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    data: bytes,
    worker,
    BinaryDataFactory: BuildFiles,
    cMapUrl: 'cmaps/',
    standardFontDataUrl: 'standard_fonts/',
    useWorkerFetch: false,
    // The policy of the page forbids WebAssembly.
    useWasm: false,
  });
  const close = async (): Promise<void> => {
    await task.destroy();
    worker.destroy();
    port.terminate();
  };
  try {
    return { document: await task.promise, close };
  } catch (error) {
    await close();
    if (error instanceof Error && error.name === 'PasswordException')
      throw new Error(t('This PDF needs a password. Download it to open it elsewhere.'), { cause: error });
    throw error;
  }
}
