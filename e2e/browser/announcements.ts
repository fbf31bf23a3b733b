// Records what a screen reader announces: text that appears in a live region that was already there.
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    heard: string[];
  }
}

/** From the next page load on, notes in `window.heard` what changes inside a live region, such as `polite: idle`. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.heard = [];
    // As in a browser without `ariaNotify`.
    Object.assign(Element.prototype, { ariaNotify: undefined });
    const onChange = ({ target, addedNodes }: MutationRecord): void => {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest('[aria-live], [role="status"], [role="alert"], [role="log"]');
      if (!region || region.ariaLive === 'off') return;
      const live = region.ariaLive ?? (region.role === 'alert' ? 'assertive' : 'polite');
      const added = [...addedNodes].filter((node) => node.nodeType !== Node.COMMENT_NODE);
      const words = (added.length > 0 ? added : addedNodes.length > 0 ? [] : [target])
        .map(({ textContent }) => textContent?.trim())
        .filter(Boolean)
        .join(' ');
      const said = `${live}: ${words}`;
      if (words && window.heard.at(-1) !== said) window.heard.push(said);
    };
    const observer = new MutationObserver((records) => records.forEach(onChange));
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
}
