// Describes an element for the model: how to find it, how it looks, and where its code is.
import type { PickedElement } from '../../../shared/frames.ts';
import { componentOf } from './component-of.ts';

/** The styles that changes of looks are about. */
const STYLES = [
  ...[
    'display',
    'position',
    'color',
    'background-color',
    'font-family',
    'font-size',
    'font-weight',
    'line-height',
  ],
  ...['text-align', 'padding', 'margin', 'border', 'border-radius', 'box-shadow', 'gap', 'flex', 'opacity'],
];

/** Reads what may change at once, and then where the code is. */
export async function describeElement(element: Element): Promise<PickedElement> {
  const { width, height } = element.getBoundingClientRect();
  const seen = {
    selector: selectorOf(element).slice(0, 500),
    tag: tagOf(element).slice(0, 1000),
    text: (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 300),
    width: Math.round(width),
    height: Math.round(height),
    styles: stylesOf(element),
  };
  return { ...seen, ...(await componentOf(element)) };
}

function tagOf(element: Element): string {
  const attributes = [...element.attributes].map(
    ({ name, value }) => ` ${name}="${value.replaceAll('"', '&quot;')}"`,
  );
  return `<${element.tagName.toLowerCase()}${attributes.join('')}>`;
}

/** Those that a plain element of its kind does not have. */
function stylesOf(element: Element): string[] {
  const plain = document.createElement(element.tagName);
  document.documentElement.append(plain);
  const [own, usual] = [getComputedStyle(element), getComputedStyle(plain)];
  const different = STYLES.flatMap((name) => {
    const value = own.getPropertyValue(name);
    return value === usual.getPropertyValue(name) ? [] : [`${name}: ${value}`.slice(0, 200)];
  });
  plain.remove();
  return different;
}

/** Returns the shortest path upwards that finds only this element. */
export function selectorOf(element: Element): string {
  let path = '';
  for (let at: Element | null = element; at; at = at.parentElement) {
    path = path === '' ? stepOf(at) : `${stepOf(at)} > ${path}`;
    const found = element.ownerDocument.querySelectorAll(path);
    if (found.length === 1 && found[0] === element) return path;
  }
  return path;
}

function stepOf(element: Element): string {
  const { id, tagName, parentElement } = element;
  // Ids that were made by a framework differ each time.
  if (id && !/[:\d]{3}/.test(id)) return `#${CSS.escape(id)}`;
  const name = tagName.toLowerCase();
  const classes = [...element.classList].filter((each) => !/\d{3}|^svelte-|^css-|:/.test(each)).slice(0, 2);
  const step = name + classes.map((each) => `.${CSS.escape(each)}`).join('');
  const same = [...(parentElement?.children ?? [])].filter((each) => each.matches(step));
  return same.length > 1
    ? `${step}:nth-of-type(${[...parentElement!.children].filter((each) => each.tagName === tagName).indexOf(element) + 1})`
    : step;
}
