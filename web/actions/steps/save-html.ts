// Saves a session as an HTML file. If it contains likely secrets, the user decides first whether to remove them.
import { t } from '../../language/text.ts';
import { BASE64 } from '../../lib/browser/base64.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { findSecrets, maskSecret, removeSecrets } from '../../../shared/exported-secrets.ts';
import type { PickStep } from './step.ts';

interface Saving {
  /** The name of the file. */
  name: string;
  notify: (message: string) => void;
}

/** Saves the session and returns null, or returns the question that the user must answer first. */
export function saveHtml(html: string, { name, notify }: Saving): PickStep | null {
  const save = (text: string, what: string): null => {
    saveFile(new Blob([text], { type: 'text/html' }), name);
    notify(t('{what} is being downloaded: {name}', { what, name }));
    return null;
  };
  const secrets = findSecrets(html, BASE64);
  if (secrets.length === 0) return save(html, t('The session'));
  return {
    kind: 'pick',
    title: t('The session seems to contain secrets.'),
    note: secrets.map(maskSecret).join(', '),
    items: [
      {
        id: 'clean',
        label: t('Download it without them'),
        act: () =>
          save(removeSecrets(html, secrets, BASE64), t('The session without the secrets that were found')),
      },
      { id: 'whole', label: t('Download it as it is'), act: () => save(html, t('The session')) },
      { id: 'no', label: t('Cancel'), act: () => null },
    ],
  };
}
