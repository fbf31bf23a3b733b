// For every build. On a slow machine Rolldown explains in 16 lines which of its plugins took their time.
export const QUIET = { bundlerTimings: false };
