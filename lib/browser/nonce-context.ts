import { createContext } from 'react'

/**
 * The nonce of the page's Content-Security-Policy, for style elements in its HTML. Empty when there is no policy, as in
 * tests.
 */
export const NonceContext = createContext('')
