/** A link in the output that somebody clicked. */
export interface AskedLink {
  /** http or https. */
  url: string;
  /** Where it was clicked, px from the corner of the window. */
  at: { x: number; y: number };
}
