// The address of the page on which a host offers a new pull request, built from the address of a remote.
import type { PullRequestLink } from '../../shared/git.ts';
import type { ForgeProgram } from '../../shared/pull-requests.ts';
import type { Place } from './forge/forge.ts';

interface Site {
  site: string;
  isHost: RegExp;
  /** The program that asks it. */
  program?: ForgeProgram;
  /** `branch`: encoded, with its slashes. */
  page: (place: Place, branch: string) => string;
}

const SITES: readonly Site[] = [
  {
    site: 'GitHub',
    isHost: /(?:^|\.)github\./,
    program: 'gh',
    page: ({ host, path }, branch) => `https://${host}/${path}/compare/${branch}?expand=1`,
  },
  {
    site: 'GitLab',
    isHost: /(?:^|\.)gitlab\./,
    program: 'glab',
    page: ({ host, path }, branch) =>
      `https://${host}/${path}/-/merge_requests/new?merge_request%5Bsource_branch%5D=${branch}`,
  },
  {
    site: 'Bitbucket',
    isHost: /^bitbucket\.org$/,
    page: ({ host, path }, branch) => `https://${host}/${path}/pull-requests/new?source=${branch}`,
  },
  {
    site: 'Azure DevOps',
    isHost: /^dev\.azure\.com$|\.visualstudio\.com$/,
    page: ({ host, path }, branch) => `https://${host}/${path}/pullrequestcreate?sourceRef=${branch}`,
  },
  {
    site: 'Forgejo',
    isHost: /^codeberg\.org$|(?:^|\.)(?:forgejo|gitea)\./,
    program: 'tea',
    page: ({ host, path }, branch) => `https://${host}/${path}/compare/${branch}`,
  },
];

/** Null for a folder, and for a host that is not known. */
export function newPullRequest(remote: string, branch: string): PullRequestLink | null {
  const place = placeOf(remote);
  const found = place && siteOf(place);
  if (!found) return null;
  const name = branch.split('/').map(encodeURIComponent).join('/');
  return { site: found.site, url: found.page(place, name) };
}

/** Undefined for a host whose name does not tell its kind. */
export function siteOf({ host }: Place): Site | undefined {
  return SITES.find(({ isHost }) => isHost.test(host));
}

/** Returns the host and the repository of the address of a remote. Null for a folder. */
export function placeOf(remote: string): Place | null {
  // `git@host:owner/name`, the short form of ssh.
  const short = /^(?:[^@/:]+@)?([^/:]{2,}):(?!\/)(.+)$/.exec(remote);
  const text = short ? `ssh://${short[1]}/${short[2]}` : remote;
  if (!/^(?:https?|ssh|git):\/\//i.test(text) || !URL.canParse(text)) return null;
  // For other schemes, `URL` does not treat the host as one.
  const { host, hostname, pathname, protocol } = new URL(text.replace(/^(?:ssh|git):/i, 'http:'));
  const isHttp = /^https?:\/\//i.test(text);
  const path = pathname.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  if (path === '' || (protocol !== 'http:' && protocol !== 'https:')) return null;
  // The port of ssh is not that of the pages.
  return onAzure({ host: isHttp ? host : hostname, path });
}

/** ssh has other addresses there than the pages: `ssh.dev.azure.com/v3/organization/project/name`. */
function onAzure(place: Place): Place {
  const [version, organization, project, name] = place.path.split('/');
  if (place.host !== 'ssh.dev.azure.com' || version !== 'v3' || name === undefined) return place;
  return { host: 'dev.azure.com', path: `${organization}/${project}/_git/${name}` };
}
