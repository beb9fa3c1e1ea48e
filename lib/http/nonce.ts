import 'server-only'
import { headers } from 'next/headers'

/**
 * The CSP nonce of this page, as `proxy.ts` created it. `app/head-script.tsx` puts it on a script in the head, which runs
 * before React's own. Reading the nonce makes a page dynamic, which a nonce requires. It is empty when the proxy did not
 * run. The page then works without scripts and does not run foreign ones.
 */
export async function requestNonce(): Promise<string> {
  const nonce = (await headers()).get('x-nonce') ?? ''
  return /^[A-Za-z0-9+/=_-]{16,64}$/.test(nonce) ? nonce : ''
}
