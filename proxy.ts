import { NextResponse, type NextRequest } from 'next/server'
import { addressOf } from '@/lib/base-path'
import { contentSecurityPolicy, nonceBytes, reportPath } from '@/lib/http/csp'

// The proxy sets the policy and its nonce, and passes the page its own address. It makes no decision about access:
// route() and requirePageSession() do that, and they work without this file.
const dev = process.env.NODE_ENV === 'development'

function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(nonceBytes))))
}

export function proxy(request: NextRequest): NextResponse {
  const nonce = createNonce()
  const https = request.headers.get('x-forwarded-proto') === 'https'
  const policy = contentSecurityPolicy(nonce, { dev, https })
  // Values that a client sent under these names are replaced, because Next itself reads the nonce from the request's
  // policy.
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  headers.delete('content-security-policy-report-only')
  headers.set('x-sightline-path', request.nextUrl.pathname + request.nextUrl.search)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  response.headers.set('reporting-endpoints', `csp="${addressOf(reportPath)}"`)
  response.headers.set('cache-control', 'private, no-store')
  // Numbers may follow a page in the same response. nginx would hold back the end of the page until they arrive.
  response.headers.set('x-accel-buffering', 'no')
  return response
}

// Excludes only exact files and whole folders of Sightline, because an exclusion by extension or header could match the
// address of any page, or any client. /api is excluded because Next cuts bodies over 10 MB on matched paths.
export const config = {
  // Under a base path, the second pattern does not match the base path itself.
  matcher: ['/', '/((?!api/|_next/static/|favicon\\.svg$|favicon\\.ico$).*)'],
}
