// Reports a bug to pi's developers, with the questions of pi's TUI for `/bug`. Nothing is sent before the user has seen
// what it is.
import { t } from '../../language/text.ts';
import type { BugReport, BugReportRequest, SentBugReport } from '../../../shared/sharing.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { bytes } from '../../lib/format/amounts.ts';
import { ask, type ActionContext } from '../action.ts';
import type { Outcome, PickStep, TextStep } from './step.ts';

export function reportBug(context: ActionContext): TextStep {
  return {
    kind: 'text',
    title: t('Report a bug in pi'),
    placeholder: t('What went wrong? (optional)'),
    note: t(
      "The report goes to the developers of pi and isn't public. It has the versions of pi and of your system, the model and its provider without keys, extensions, settings, and errors of the provider in this session.",
    ),
    value: context.argument ?? '',
    isOptional: true,
    yes: t('Continue'),
    enter: (text) => Promise.resolve(askForSession(context, text.trim())),
  };
}

function askForSession(context: ActionContext, hint: string): PickStep {
  return {
    kind: 'pick',
    title: t('Include the conversation?'),
    note: t(
      'It has your messages, the answers, and the calls of tools with their results: contents of files and output of commands too.',
    ),
    items: [
      {
        id: 'yes',
        label: t('Include the conversation'),
        act: () => prepare(context, { hint, withSession: true, withSummary: false }),
      },
      { id: 'no', label: t('Do not include it'), act: () => askForSummary(context, hint) },
    ],
  };
}

function askForSummary(context: ActionContext, hint: string): PickStep {
  const { name, provider } = context.view.model ?? { name: t('the model'), provider: t('the provider') };
  return {
    kind: 'pick',
    title: t('Include a summary that {model} writes?', { model: name }),
    note: t('{provider} gets the conversation for that. Only the summary becomes part of the report.', {
      provider,
    }),
    items: [
      {
        id: 'no',
        label: t('No summary'),
        act: () => prepare(context, { hint, withSession: false, withSummary: false }),
      },
      {
        id: 'yes',
        label: t('Include a summary'),
        hint: t('asks the model'),
        act: () => prepare(context, { hint, withSession: false, withSummary: true }),
      },
    ],
  };
}

async function prepare(context: ActionContext, request: BugReportRequest): Promise<PickStep> {
  const report = await ask<BugReport>(context, { type: 'panel_bug', ...request });
  return {
    kind: 'pick',
    title: t('Send the report?'),
    note: t('An upload goes to {host}.', { host: report.host }),
    start: 'look',
    items: [
      {
        id: 'look',
        label: t('See what is sent'),
        detail: report.files.map(({ name, bytes: size }) => `${name}, ${bytes(size)}`).join('; '),
        act: () => ({
          kind: 'show',
          title: t('What is sent'),
          text: report.files.map(({ name, text }) => `── ${name} ──\n${text}`).join('\n'),
          file: `pi-bug-report-${report.id}.txt`,
        }),
      },
      {
        id: 'upload',
        label: t('Upload the report'),
        unavailable: report.isOffline ? t('pi is offline (PI_OFFLINE).') : null,
        act: () => upload(context, report),
      },
      { id: 'zip', label: t('Download the report as a zip file'), act: () => download(context, report) },
      { id: 'cancel', label: t('Cancel'), act: () => null },
    ],
  };
}

async function upload(context: ActionContext, report: BugReport): Promise<Outcome> {
  const { id } = await ask<SentBugReport>(context, {
    type: 'panel_bug_send',
    download: report.download,
    to: 'upload',
  });
  context.notify('info', t('The report was uploaded. Its id: {id}', { id }));
  return null;
}

async function download(context: ActionContext, report: BugReport): Promise<Outcome> {
  const { agent, notify } = context;
  await ask<SentBugReport>(context, { type: 'panel_bug_send', download: report.download, to: 'zip' });
  const response = await agent.api.fetch(`${agent.path}/exports/${encodeURIComponent(report.download)}`);
  const name = `pi-bug-report-${report.id}.zip`;
  saveFile(await response.blob(), name);
  notify('info', t('{name} was downloaded.', { name }));
  return null;
}
