import { shareTestServer } from './testing'

/** Vitest calls this function before all test files, and the returned function after them. */
export const setup = shareTestServer
