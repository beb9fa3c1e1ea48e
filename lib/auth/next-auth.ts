import 'server-only'
import type { NextApiRequest, NextApiResponse } from 'next'
import NextAuth from 'next-auth/next'
import type { AuthOptions } from 'next-auth'
import { readCookies } from './cookies'

export interface NextAuthCall {
  action: readonly [string, ...string[]]
  method: 'GET' | 'POST'
  headers: Headers
  body?: Record<string, string>
  query?: Readonly<Record<string, string>>
}

export interface NextAuthAnswer {
  status: number
  cookies: string[]
  /** Where next-auth would redirect. Its query names an error in `error` or `csrf`. */
  redirect: string | null
  body: unknown
}

/**
 * Runs one action of next-auth's Pages Router handler on plain objects and returns its result as data, for our route to
 * turn into a response. The handler for the App Router is not used because it reads Next's request scope and sends
 * redirects.
 */
export async function runNextAuth(call: NextAuthCall, options: AuthOptions): Promise<NextAuthAnswer> {
  const answer: NextAuthAnswer = { status: 200, cookies: [], redirect: null, body: null }
  const headers = new Map<string, unknown>()
  const request = {
    method: call.method,
    headers: Object.fromEntries(call.headers),
    cookies: readCookies(call.headers.get('cookie')),
    query: { ...call.query, nextauth: call.action },
    body: call.body,
  }
  const response = {
    status(status: number) {
      answer.status = status
      return response
    },
    getHeader: (name: string) => headers.get(name.toLowerCase()),
    setHeader(name: string, value: unknown) {
      headers.set(name.toLowerCase(), value)
      return response
    },
    end: () => undefined,
    json(body: unknown) {
      answer.body = body
    },
    send(body: unknown) {
      answer.body = body
    },
  }
  // The casts are safe: next-auth uses no other members of these objects (`NextAuthApiHandler` in its next/index.js).
  await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, options)
  const cookies = headers.get('set-cookie')
  if (Array.isArray(cookies)) answer.cookies = cookies.map(String)
  const location = headers.get('location')
  if (typeof location === 'string') answer.redirect = location
  return answer
}
