import { shareTestServer } from './testing'

/** Vitest calls it before all test files, and the function that it returns after them. */
export const setup = shareTestServer
