import 'server-only'
import { cookieNames } from '@/lib/auth/cookies'
import { errorCodes } from '@/lib/errors'
import { defaultBodyBytesMax } from '@/lib/http/body'
import type { JsonSchemas } from './json-schemas'
import {
  addRouteSchemas,
  describeOperation,
  type DocumentedRoute,
  isDocumented,
  type Json,
  tagOf,
  writePath,
} from './operation'

/** Creates the OpenAPI 3.1 document of our own API from the declarations of its routes. */

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})
const intro = `The API of this console. Everything its pages do goes through these operations.

Send an API token with each request: \`Authorization: Bearer sl_…\`. Create one under Settings > API tokens. A token has at
most the role of its owner; it never manages people, accounts or tokens.

Errors are problem details (RFC 9457) with a \`code\`, a sentence for people and a request id. Fields may be added to answers
at any time. A request body has at most ${(defaultBodyBytesMax / 1_000_000).toLocaleString('en')} MB unless told otherwise.`

const problemSchema = {
  type: 'object',
  description: 'Problem details (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened and what to do, for people.' },
    code: { type: 'string', enum: errorCodes, description: 'What happened, for programs.' },
    requestId: { type: 'string', description: 'Names the request in the log of the console.' },
    retryAfterSeconds: { type: 'integer', description: 'Seconds until another try is worth it.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What is wrong, by the name of the field.',
    },
    current: { description: 'Of a conflict: what is stored now.' },
  },
}

/** Creates the document, ordered by path. Routes that are not documented are left out. */
export function describeApi(all: readonly DocumentedRoute[], schemas: JsonSchemas, version: string): Json {
  const routes = all.filter(isDocumented).toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  for (const route of routes) addRouteSchemas(schemas, route)
  const paths: Record<string, Json> = {}
  for (const route of routes)
    (paths[writePath(route.path)] ??= {})[route.method.toLowerCase()] = describeOperation(route, schemas)
  return {
    openapi: '3.1.0',
    info: { title: 'Sightline', version, description: intro },
    servers: [{ url: '/', description: 'This console' }],
    tags: [...new Set(routes.map(({ path }) => tagOf(path)))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiToken: { type: 'http', scheme: 'bearer', description: 'An API token of this console: sl_…' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieNames.session,
          description: 'The session of a browser. Writes must also come from a page of the console.',
        },
      },
      responses: {
        Unauthenticated: problem('No session and no valid API token.'),
        Forbidden: problem('The role or the API token may not do this.'),
        Invalid: problem('Something that was sent is not valid; `fields` says what.'),
        Throttled: {
          ...problem('Too many requests at once.'),
          headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
        },
        Problem: problem('Any other problem.'),
      },
      schemas: { Problem: problemSchema, ...schemas.components(paths) },
    },
  }
}
