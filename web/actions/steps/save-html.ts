// Saves a session as an HTML file; what looks like a secret in it is named first, and can be left out.
import { t } from '../../language/text.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { exportedSecrets, masked, withoutSecrets } from './exported-secrets.ts';
import type { PickStep } from './step.ts';

interface Saving {
  /** Of the file. */
  name: string;
  notify: (message: string) => void;
}

/** Null: it is saved. Otherwise the question that the user has to answer first. */
export function saveHtml(html: string, { name, notify }: Saving): PickStep | null {
  const save = (text: string, what: string): null => {
    saveFile(new Blob([text], { type: 'text/html' }), name);
    notify(t('{what} was downloaded: {name}', { what, name }));
    return null;
  };
  const secrets = exportedSecrets(html);
  if (secrets.length === 0) return save(html, t('The session'));
  return {
    kind: 'pick',
    title: t('The session contains what look like secrets.'),
    note: secrets.map(masked).join(', '),
    items: [
      {
        id: 'clean',
        label: t('Download it without them'),
        act: () => save(withoutSecrets(html, secrets), t('The session without its secrets')),
      },
      { id: 'whole', label: t('Download it as it is'), act: () => save(html, t('The session')) },
      { id: 'no', label: t('Cancel'), act: () => null },
    ],
  };
}
