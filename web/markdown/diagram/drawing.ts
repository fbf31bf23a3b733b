// A drawn diagram as a tree of SVG elements, which the page creates one by one. The page trusts no markup, because the
// source of a diagram comes from the model. Everything that is not in the lists below is left out, so a drawing can
// only show and move itself.
import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml';

export interface DrawnElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly (DrawnElement | string)[];
}

const ELEMENTS = new Set(
  'svg g defs marker rect circle ellipse line polyline polygon path text tspan'.split(' '),
);
const ATTRIBUTES = new Set(
  (
    'viewBox width height x y x1 y1 x2 y2 cx cy r rx ry d points transform id orient refX refY markerWidth' +
    ' markerHeight marker-start marker-end fill stroke stroke-width stroke-dasharray stroke-linecap' +
    ' stroke-linejoin opacity text-anchor font-size font-weight font-style dx dy'
  ).split(' '),
);

/** `svg` must be well-formed. `id` must be unique on the page, because the ids within the drawing begin with it. */
export function readDrawing(svg: string, id: string): DrawnElement | null {
  const { root } = parseXml(svg);
  return root && readElement(root, id);
}

function readElement(element: XmlElement, id: string): DrawnElement | null {
  if (!ELEMENTS.has(element.name)) return null;
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(element.attributes)) {
    const shown = ATTRIBUTES.has(name) ? readValue(name, value, id) : null;
    if (shown !== null) attributes[name] = shown;
  }
  const children = element.children.flatMap((child): (DrawnElement | string)[] => {
    if (child instanceof XmlText) return child.text.trim() === '' ? [] : [child.text];
    const drawn = child instanceof XmlElement ? readElement(child, id) : null;
    return drawn ? [drawn] : [];
  });
  return { name: element.name, attributes, children };
}

/**
 * A color from the source may be an address, which the browser would fetch, so only places in the drawing are allowed.
 */
function readValue(name: string, value: string, id: string): string | null {
  if (name === 'id') return `${id}-${value}`;
  if (!/url|\\/i.test(value)) return value;
  const [, place] = /^url\(#([\w-]+)\)$/.exec(value) ?? [];
  return place === undefined ? null : `url(#${id}-${place})`;
}
