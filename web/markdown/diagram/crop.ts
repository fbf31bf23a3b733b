/** Cuts away the wide margins that the library leaves. Returns the size of the drawing in px. */
export function crop(svg: SVGSVGElement): { width: number; height: number } {
  const { x, y, width, height } = svg.getBBox();
  const size = { width: width + 2, height: height + 2 };
  svg.setAttribute('viewBox', [x - 1, y - 1, size.width, size.height].join(' '));
  svg.setAttribute('width', String(size.width));
  svg.setAttribute('height', String(size.height));
  return size;
}
