import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import { Refusal } from './refusals'

export interface Token {
  digest: Buffer
  name: string
  /** A test may remove some while the stand-in runs. */
  permissions: 'all' | string[]
}

/** What is stored about a token. */
export const digestOf = (text: string) => createHash('sha256').update(text).digest()

/** The token of an Authorization header, or null when it is missing or unknown. */
export function authenticate(tokens: readonly Token[], authorization: string): Token | null {
  const [scheme = '', value = '', ...rest] = authorization.split(' ')
  if (scheme.toLowerCase() !== 'bearer' || rest.length > 0) return null
  const digest = digestOf(value)
  return tokens.find((token) => timingSafeEqual(token.digest, digest)) ?? null
}

/** A request's path and query, both still encoded. */
export function splitTarget(target: string): [string, string] {
  const at = target.indexOf('?')
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
}

const bodyBytesMax = 2_000_000
/** Maximum body size. A call with 2,000 users and many groups each is the largest. */
export const jobBytesMax = 16_000_000

async function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  // Without these headers a request has no body (RFC 9112). Waiting for its end takes more time than most answers.
  if (coding === undefined && (length === undefined || length === '0')) return Buffer.alloc(0)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new Refusal(413, 'Payload content length greater than maximum allowed')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A form as sent by browsers and old clients. @throws Refusal 413, 415 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const bytes = await readBytes(request, 10_000)
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? ''))
    throw new Refusal(415, 'Unsupported Media Type')
  return new URLSearchParams(bytes.toString('utf8'))
}

/** The JSON body; null when there is none. @throws Refusal 400, 413, 415 */
export async function readBody(request: IncomingMessage, bytesMax = bodyBytesMax): Promise<unknown> {
  const bytes = await readBytes(request, bytesMax)
  if (bytes.length === 0) return null
  const type = request.headers['content-type'] ?? 'application/json'
  if (!/^application\/(.+\+)?json\b/i.test(type)) throw new Refusal(415, 'Unsupported Media Type')
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    throw new Refusal(400, 'Invalid request payload JSON format')
  }
}

const named = z.object({
  job_id: z.string().optional().catch(undefined),
  users: z
    .array(z.object({ user: z.object({ username: z.string() }) }))
    .optional()
    .catch(undefined),
  type_ids: z.array(z.string()).optional().catch(undefined),
  assets: z
    .array(z.object({ id: z.string().optional() }))
    .optional()
    .catch(undefined),
})

/**
 * The ids that a request names: ids in its path, types in its query or body, assets in a bulk write, addresses of
 * users, and a job.
 */
export function collectNames(
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
  body: unknown,
): ReadonlySet<string> {
  const sent = named.safeParse(body).data ?? {}
  const assetIds = (sent.assets ?? []).flatMap(({ id }) => id ?? [])
  const emails = (sent.users ?? []).map(({ user }) => user.username)
  const jobIds = sent.job_id === undefined ? [] : [sent.job_id]
  const typeIds = [...query.getAll('type_ids'), ...(sent.type_ids ?? [])]
  return new Set([...Object.values(params), ...typeIds, ...assetIds, ...emails, ...jobIds])
}
