// Shows HTML that the page has sent in an empty document, such as an output of a notebook, and reports how high it is.
import type { FrameMessage } from '../../../shared/frames.ts';

export function showHtml(html: string, say: (message: FrameMessage) => void): void {
  const show = (): void => {
    // Unlike those of innerHTML, scripts of such a fragment run, where the policy of the document lets them.
    document.body.replaceChildren(document.createRange().createContextualFragment(html));
    let last = -1;
    const report = (): void => {
      const bar = innerHeight - document.documentElement.clientHeight;
      const height = Math.ceil(document.body.scrollHeight + bar);
      if (height !== last) say({ type: 'size', height });
      last = height;
    };
    new ResizeObserver(report).observe(document.body);
    report();
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', show, { once: true });
  else show();
}
