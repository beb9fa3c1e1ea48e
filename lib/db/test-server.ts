import { shareTestServer } from './testing'

/** Vitest calls it before all test files, and what it gives back after them. */
export const setup = shareTestServer
