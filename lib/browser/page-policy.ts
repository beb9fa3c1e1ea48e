import { createContext } from 'react'
import { addressOf } from '@/lib/base-path'

/**
 * The nonce of the page's Content-Security-Policy, for style elements in its HTML. Empty when there is no policy, as in
 * tests.
 */
export const NonceContext = createContext('')

/**
 * Creates the default Trusted Types policy: every string that reaches a script or markup sink passes here. It allows
 * what React and the bundler do and refuses the rest. It is part of the HTML of each page, because a file would delay
 * the first paint, and the scripts of the page could run before it has arrived.
 */
export const trustedTypesScript = `if (window.trustedTypes?.createPolicy) {
const folder = location.origin + ${JSON.stringify(addressOf('/_next/static/'))}
trustedTypes.createPolicy('default', {
// React makes a script element from this exact string, to have one that does not run when inserted.
createHTML: (text) => (text === '<script></script>' ? text : null),
createScript: () => null,
// Chunks and workers of the build. The parser has resolved dots and encoded slashes before the folder is compared.
createScriptURL(text) {
let url
try {
url = new URL(text, location.href)
} catch {
return null
}
// As it was given: the bundler finds a chunk again by the text of its src, and would wait forever for another one.
return url.href.startsWith(folder) && url.username === '' && !/%2f|%5c/i.test(url.pathname) ? text : null
}
})
}`
