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
const intro = `The API of this console. Its pages use the same operations.

Send an API token with each request: \`Authorization: Bearer sl_…\`. Create one under Settings > API tokens. A token has at
most the role of its owner; it never manages people, accounts or tokens.

Errors are problem details (RFC 9457) with a \`code\`, a sentence for people and a request ID. Fields may be added to responses
at any time. Request bodies have at most ${(defaultBodyBytesMax / 1_000_000).toLocaleString('en')} MB unless stated otherwise.`

const problemSchema = {
  type: 'object',
  description: 'Problem details (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened and what to do, as a text for people.' },
    code: { type: 'string', enum: errorCodes, description: 'What happened, as a code for programs.' },
    requestId: { type: 'string', description: 'The ID of the request in the log of the console.' },
    retryAfterSeconds: { type: 'integer', description: 'Seconds to wait before retrying.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What is wrong with each invalid field, by its name.',
    },
    current: { description: 'For a conflict: what is currently stored.' },
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
          description: 'The session cookie of a browser. Writes must also come from a page of the console.',
        },
      },
      responses: {
        Unauthenticated: problem('The session or the API token is missing or not valid.'),
        Forbidden: problem('The role or the API token does not allow this.'),
        Invalid: problem('The request is not valid. `fields` lists what is wrong.'),
        Throttled: {
          ...problem('Too many requests.'),
          headers: { 'Retry-After': { description: 'Seconds to wait before retrying.', schema: { type: 'integer' } } },
        },
        Problem: problem('Any other error.'),
      },
      schemas: { Problem: problemSchema, ...schemas.components(paths) },
    },
  }
}
