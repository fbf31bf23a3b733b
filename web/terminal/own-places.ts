import { ReaderPlaces } from './reader-places.ts';

/** Those of this browser tab. */
export const places = new ReaderPlaces(sessionStorage);
