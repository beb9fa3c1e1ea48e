import { Agent, request } from 'undici'
import { settings } from '@/lib/env'

// The least that a handler must do to pass on a request, without sign-in, budget, checks and log. The pass-through
// cannot be faster, so this shows how much of its time is its own.
export const dynamic = 'force-dynamic'

const dispatcher = new Agent({ connections: 16 })
const prefix = '/api/bench/forward'

export const GET = async ({ url }: Request) => {
  const { pathname, search } = new URL(url)
  const target = `${settings().service?.baseUrl}${pathname.slice(prefix.length)}${search}`
  const { body } = await request(target, { dispatcher })
  return new Response(await body.arrayBuffer(), { headers: { 'content-type': 'application/json' } })
}
