// Makes a picture of what is visible of the document, or of one element in it. A browser draws HTML on a canvas only as
// an SVG image, which loads nothing, so the rules of style sheets and the pixels of images are copied into it. Without
// the page's web fonts, without images of style sheets, and without what is in shadow trees.

/** Of the longer side, in px. */
const MOST_PIXELS = 1600;
/** A document with more markup is not drawn, which would hold it up for seconds. */
const MOST_MARKUP = 5_000_000;
const XML_NAME = /^[A-Za-z_][\w.-]*$/;
// eslint-disable-next-line no-control-regex
const NO_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** Resolves to a JPEG; to null if the browser or the policy of the document allows none. */
export async function pictureOf(element: Element | null): Promise<Blob | null> {
  try {
    const area = visiblePart(element);
    const markup = markupOf(document.documentElement);
    if (area.width < 1 || area.height < 1 || markup.length > MOST_MARKUP) return null;
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`;
    await image.decode();
    return await toJpeg(image, area);
  } catch {
    return null;
  }
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

function visiblePart(element: Element | null): Area {
  const { innerWidth, innerHeight } = window;
  if (!element) return { x: 0, y: 0, width: innerWidth, height: innerHeight };
  const box = element.getBoundingClientRect();
  const [x, y] = [Math.max(0, box.left), Math.max(0, box.top)];
  return { x, y, width: Math.min(innerWidth, box.right) - x, height: Math.min(innerHeight, box.bottom) - y };
}

function toJpeg(image: HTMLImageElement, { x, y, width, height }: Area): Promise<Blob | null> {
  const scale = Math.min(1, MOST_PIXELS / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const context = canvas.getContext('2d')!;
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  // As the browser does it: the color of the body shows through an outermost element without one.
  for (const each of [document.body, document.documentElement]) {
    context.fillStyle = getComputedStyle(each).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
}

function markupOf(root: HTMLElement): string {
  const copy = root.cloneNode(true) as HTMLElement;
  const copies = [...copy.querySelectorAll('*')];
  for (const [at, element] of [...root.querySelectorAll('*')].entries()) keepLook(element, copies[at]!);
  for (const each of [copy, ...copy.querySelectorAll('*')]) dropOddAttributes(each);
  const style = document.createElement('style');
  style.textContent = rules([...document.styleSheets, ...document.adoptedStyleSheets]);
  copy.append(style);
  const { clientWidth, clientHeight } = root;
  copy.style.cssText += `;position:absolute;inset:${-scrollY}px auto auto ${-scrollX}px;width:${clientWidth}px;min-height:${clientHeight}px;margin:0`;
  const xml = new XMLSerializer().serializeToString(copy).replace(NO_XML, '');
  const size = `width="${innerWidth}" height="${innerHeight}"`;
  // What is measured in rem follows the outermost element, which is the SVG here.
  const font = getComputedStyle(root).fontSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} style="font-size:${font}"><foreignObject ${size}>${xml}</foreignObject></svg>`;
}

/** Gives the copy what only the original shows: the state of a field, the pixels of an image, how far it is scrolled. */
function keepLook(element: Element, copy: Element): void {
  if (/^(?:script|link|style|noscript|meta|base|source|iframe|object|embed)$/i.test(element.tagName))
    copy.remove();
  else if (element instanceof HTMLInputElement) {
    if (element.type !== 'password') copy.setAttribute('value', element.value);
    copy.toggleAttribute('checked', element.checked);
  } else if (element instanceof HTMLTextAreaElement) copy.textContent = element.value;
  else if (element instanceof HTMLOptionElement) copy.toggleAttribute('selected', element.selected);
  else if (
    element instanceof HTMLImageElement ||
    element instanceof HTMLCanvasElement ||
    element instanceof HTMLVideoElement
  )
    copy.replaceWith(stillOf(element, copy));
  else if (element.scrollTop !== 0 || element.scrollLeft !== 0)
    for (const child of copy.children)
      if (child instanceof HTMLElement)
        child.style.translate = `${-element.scrollLeft}px ${-element.scrollTop}px`;
}

function stillOf(element: HTMLImageElement | HTMLCanvasElement | HTMLVideoElement, copy: Element): Element {
  const { width, height } = element.getBoundingClientRect();
  const still = document.createElement('img');
  for (const { name, value } of copy.attributes)
    if (name !== 'src' && name !== 'srcset' && XML_NAME.test(name)) still.setAttribute(name, value);
  still.style.width = `${width}px`;
  still.style.height = `${height}px`;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.max(1, Math.round(width)), Math.max(1, Math.round(height))];
  try {
    canvas.getContext('2d')!.drawImage(element, 0, 0, canvas.width, canvas.height);
    still.src = canvas.toDataURL();
  } catch {
    // An image of another site, or one that is not there: its place stays empty.
  }
  return still;
}

/** Some names that HTML allows, such as `@click`, would end the drawing with an error. */
function dropOddAttributes(element: Element): void {
  for (const { name, namespaceURI } of [...element.attributes])
    if (namespaceURI === null && !XML_NAME.test(name)) element.removeAttribute(name);
}

function rules(sheets: readonly CSSStyleSheet[]): string {
  return sheets
    .filter(({ disabled }) => !disabled)
    .map((sheet) => {
      const text = rulesOf(sheet);
      return sheet.media.length > 0 ? `@media ${sheet.media.mediaText} {${text}}` : text;
    })
    .join('\n')
    .replaceAll(':root', 'html');
}

function rulesOf(sheet: CSSStyleSheet): string {
  try {
    return [...sheet.cssRules]
      .map((rule) =>
        rule instanceof CSSImportRule ? (rule.styleSheet ? rules([rule.styleSheet]) : '') : rule.cssText,
      )
      .join('\n');
  } catch {
    // The sheet is of another site.
    return '';
  }
}
