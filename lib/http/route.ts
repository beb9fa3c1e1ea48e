import 'server-only'
import type * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import type { Permission } from '@/lib/access/permissions'
import type { SessionInfo } from '@/lib/auth/session-rows'
import { registerDirect, type DirectName, type RouteContext, type RouteHandler } from './direct-routes'
import { defaultBodyBytesMax, readJson } from './body'
import { requireCaller } from './caller'
import {
  apiHeaders,
  lengthHeader,
  requestIdHeader,
  revalidateCacheControl,
  serverTimingHeader,
} from '@/lib/web/headers'
import { isSafeMethod, requireSameOrigin } from './origin'
import { languageOf, problemResponse, toAppError } from '@/lib/web/problem'
import { parseInput, queryNames, readQuery } from '@/lib/web/query'
import { reportFailure } from '@/lib/web/report-failure'
import type { PageLanguage } from '@/lib/messages/languages'
import { renderJson } from '@/lib/server-text'
import { runInRequest } from '@/lib/web/request-context'
import { createRequestId } from '@/lib/web/request-id'
import { noteRequest } from './note-request'
import { requireBudget, type BucketName } from '@/lib/web/throttle'

export type Access = Permission | 'signed-in' | 'public'

export interface RouteDeclaration<
  A extends Access = Access,
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  /**
   * What the route does, in one sentence that begins with a verb. It is the title of the operation in the API
   * description.
   */
  summary?: string
  /** Who may call it: people with a permission, everyone who is signed in, or everyone. */
  access: A
  /** `people`: API tokens are refused, as they are on all routes that require `proof`. */
  callers?: 'people'
  /** `fresh`: the person must have given proof within the last 10 minutes, otherwise `proof_required`. */
  proof?: 'fresh'
  params?: P
  query?: Q
  /** The schema of the JSON body. A declared body is required. */
  body?: B
  /**
   * The handler reads the query itself. Without this and without `query`, a signed-in caller may not send any
   * parameter.
   */
  ownQuery?: true
  /** The schema of a body that the handler parses itself. It is only documented, not enforced here. */
  ownBody?: z.ZodType
  /** The default is 1 MB. */
  bodyBytesMax?: number
  /** The schema that parses the response before it is sent, so that a new column cannot leak. */
  answer?: R
  /** The media type, if the handler does not return JSON of the schema `answer`. */
  answerType?: string
  /** Which of the person's buckets the request counts against. */
  bucket?: BucketName
  /**
   * `revalidate`: browsers may store successful responses and must revalidate them. Problems are never stored.
   * next.config.js leaves Cache-Control of such paths to the route, and a test lists them.
   */
  cache?: 'revalidate'
  /**
   * Method and path of the route, if it is so frequent that it is answered without Next (answer-directly.ts). Its
   * handler must not use functions of Next, and makes streams only with `toWebStream`: other bodies are sent as a whole.
   */
  direct?: DirectName
  /** Unsafe methods of this route accept requests from other sites. It is only for machines (webhooks, reports). */
  anyOrigin?: true
}

export interface RouteInput<A extends Access, P, Q, B> {
  actor: A extends 'public' ? null : Actor
  /** The session of the request. Null for an API token and on public routes. */
  session: SessionInfo | null
  params: P
  query: Q
  body: B
  request: Request
  /** Fires when the client disconnects. */
  signal: AbortSignal
  requestId: string
}

type Output<Schema> = [Schema] extends [never] ? undefined : Schema extends z.ZodType ? z.output<Schema> : undefined

export type { RouteHandler } from './direct-routes'

/**
 * Property of every handler that `route()` created. It has the declaration. A test refuses exported methods without it.
 */
export const routeMark = Symbol.for('sightline.route')

/** The declaration of a handler made by `route()`, or null. */
export function declarationOf(handler: unknown): RouteDeclaration | null {
  if (typeof handler !== 'function' || !(routeMark in handler)) return null
  return handler[routeMark] as RouteDeclaration
}

/**
 * Creates a route handler. It checks in this order: origin (unsafe methods, except with an API token), session or
 * token, permission, proof, the person's budget, params, query, body. Then `handler` runs. Its result is sent as JSON,
 * or unchanged when it is a Response. What it throws becomes problem+json. Every response is private, is never stored
 * (unless declared otherwise), has the request id, and says how long it took. For a response that streams, that is the
 * time until it began.
 */
export function route<
  A extends Access,
  P extends z.ZodType = never,
  Q extends z.ZodType = never,
  B extends z.ZodType = never,
  R extends z.ZodType = z.ZodType,
>(
  declaration: RouteDeclaration<A, P, Q, B, R>,
  handler: (input: RouteInput<A, Output<P>, Output<Q>, Output<B>>) => unknown,
): RouteHandler {
  const { access, params, query, body, bodyBytesMax = defaultBodyBytesMax, answer, anyOrigin } = declaration
  const bucket = declaration.bucket ?? 'general'
  const needsProof = declaration.proof === 'fresh'
  const isForPeopleOnly = needsProof || declaration.callers === 'people'
  const known = queryNames(query)

  const work = async (request: Request, context: RouteContext, requestId: string): Promise<Response> => {
    const startedAt = performance.now()
    const answered = async (response: Response): Promise<Response> => {
      response.headers.set(serverTimingHeader, writeServerTiming(startedAt))
      const length = response.headers.get('content-length')
      if (length !== null) response.headers.set(lengthHeader, length)
      await noteRequest({ request, params: context.params, status: response.status, requestId, startedAt })
      return response
    }
    try {
      const caller = access === 'public' ? null : await requireCaller(request, { access, isForPeopleOnly, needsProof })
      if (caller === null && !isSafeMethod(request.method) && anyOrigin !== true) requireSameOrigin(request.headers)
      if (caller !== null) requireBudgets(caller.actor, bucket)
      const isQueryRead = query !== undefined || (caller !== null && declaration.ownQuery !== true)
      const asked = isQueryRead ? readQuery(new URL(request.url).searchParams, known) : undefined
      const input = {
        actor: caller?.actor ?? null,
        session: caller?.session ?? null,
        params: params === undefined ? undefined : parseParams(params, await context.params),
        query: query === undefined ? undefined : parseInput(query, asked),
        body: body === undefined ? undefined : parseInput(body, await readJson(request, bodyBytesMax)),
        request,
        signal: request.signal,
        requestId,
      }
      // Each field is the result of its schema, or undefined without a schema, as the type Output says.
      const given = input as unknown as RouteInput<A, Output<P>, Output<Q>, Output<B>>
      const result = await handler(given)
      const response = finish(result, answer, {
        requestId,
        cache: declaration.cache,
        language: languageOf(request.headers.get('accept-language')),
      })
      return await answered(request.method === 'HEAD' ? await withoutBody(response) : response)
    } catch (thrown) {
      const error = toAppError(thrown)
      reportFailure(error, { requestId, method: request.method, url: request.url })
      return answered(
        problemResponse(error, requestId, { language: languageOf(request.headers.get('accept-language')) }),
      )
    }
  }
  const handle: RouteHandler = (request, context) => {
    const requestId = createRequestId()
    return runInRequest(requestId, request.headers, () => work(request, context, requestId))
  }
  if (declaration.direct !== undefined) registerDirect(declaration.direct, handle)
  return Object.assign(handle, { [routeMark]: declaration })
}

/** A request counts against the bucket of its route. With an API token it also counts against the token's bucket. */
function requireBudgets({ userId, tokenId }: Actor, bucket: BucketName): void {
  if (tokenId !== undefined) requireBudget(tokenId, 'tokens')
  requireBudget(tokenId ?? userId, bucket)
}

/**
 * Discards the body of a response to HEAD. Next runs GET for a HEAD and never reads the body, without notifying its
 * creator: a zip or a file of the service would stay open until its own timeout.
 */
async function withoutBody(response: Response): Promise<Response> {
  if (response.body === null) return response
  await response.body.cancel(new Error('A HEAD reads no body'))
  return new Response(null, response)
}

/**
 * Parses path parameters. Nothing can exist under an invalid id, but the response is `invalid`, because the caller made
 * an error. No request is sent to the service.
 */
function parseParams<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  return parseInput(schema, given)
}

/** The handler's share of the time that a browser waits, for its network panel and the bench. */
function writeServerTiming(startedAt: number): string {
  return `handler;dur=${(performance.now() - startedAt).toFixed(1)}`
}

function finish(
  result: unknown,
  answer: z.ZodType | undefined,
  { requestId, cache, language }: { requestId: string; cache: 'revalidate' | undefined; language: PageLanguage },
): Response {
  if (result instanceof Response) {
    // A response that already has the request id was created with all of these headers, which costs less than setting
    // them one by one.
    if (result.headers.has(requestIdHeader)) return result
    for (const name in apiHeaders)
      if (name === 'cache-control' || !result.headers.has(name)) result.headers.set(name, apiHeaders[name] ?? '')
    if (cache === 'revalidate' && (result.ok || result.status === 304))
      result.headers.set('cache-control', revalidateCacheControl)
    result.headers.set(requestIdHeader, requestId)
    return result
  }
  const isEmpty = result === undefined || result === null
  const value: unknown = isEmpty || answer === undefined ? result : answer.parse(result)
  const body = isEmpty ? null : Buffer.from(renderJson(value, language))
  const headers = {
    ...apiHeaders,
    [requestIdHeader]: requestId,
    ...(body === null
      ? {}
      : { 'content-type': 'application/json; charset=utf-8', 'content-length': String(body.length) }),
  }
  return new Response(body, { status: isEmpty ? 204 : 200, headers })
}
