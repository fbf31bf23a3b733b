// The sizes in which the preview can show a frame, in px. `free`: as large as there is room.
export const SIZES = {
  free: { width: 0, height: 0 },
  phone: { width: 375, height: 667 },
  tablet: { width: 768, height: 1024 },
} as const;
export type Size = keyof typeof SIZES;
