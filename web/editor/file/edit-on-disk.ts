// Changes files that are not open, each as the user would save it: only if nobody has changed it since, with the format
// that it has, and among the user's changes. All of them together can be taken back.
import { t } from '../../language/text.ts';
import { errorText } from '../../../shared/error-text.ts';
import { encodeText } from '../../lib/format/text-format.ts';
import { readVersion, writeBytes, type FileAccess } from './file-route.ts';

/** Takes back the change of one file. Rejects, and changes nothing, if the file was changed since. */
export type TakeBack = () => Promise<void>;

/** Changes the text of a file. `change` returns null if the text is not as expected. Rejects if nothing was changed. */
export async function editOnDisk(
  agent: FileAccess,
  path: string,
  change: (text: string) => string | null,
): Promise<TakeBack> {
  const before = await readVersion(agent, path);
  if (before === 'deleted' || !before.isUtf8) throw new Error(t("It isn't a text file any more."));
  const text = change(before.text);
  if (text === null) throw new Error(t('It has changed since.'));
  const write = (wanted: string, etag: string): Promise<string> =>
    writeBytes(agent, path, {
      bytes: encodeText(wanted, before),
      condition: { 'If-Match': etag },
      confirmed: new Set(),
    });
  const etag = await write(text, before.etag);
  return async () => void (await write(before.text, etag));
}

/** Takes back all changes. Resolves to why some were not. */
export async function takeBackAll(
  changes: readonly (readonly [path: string, back: TakeBack])[],
): Promise<string[]> {
  const results = await Promise.allSettled(changes.map(([, back]) => back()));
  return results.flatMap((one, at) =>
    one.status === 'rejected' ? `${changes[at]![0]}: ${errorText(one.reason)}` : [],
  );
}
