import 'server-only'
import type { RouteDeclaration } from '@/lib/http/route'
import { cookieNames } from '@/lib/auth/cookies'
import { errorCodes } from '@/lib/errors'
import { defaultBodyBytesMax } from '@/lib/http/body'
import type { JsonSchemas } from './json-schemas'
import { describeListParam, isListQuery } from './param-words'

/** Makes the OpenAPI 3.1 document of our own API from what its routes declare. */

export interface DocumentedRoute {
  method: string
  /** As its folder is called: /api/exports/[jobId]. */
  path: string
  declaration: RouteDeclaration
}

type Json = Record<string, unknown>

/** What is no part of the API for programs: it is for browsers, for the service, or has a key of its own. */
const undocumented = /^\/api\/(?:auth|events|csp-report|metrics|webhooks\/service|bench)(?:\/|$)/

/** The routes that are in the document. */
export function isDocumented({ path, method }: Pick<DocumentedRoute, 'path' | 'method'>): boolean {
  return !undocumented.test(path) && method !== 'HEAD'
}

/** A path as OpenAPI writes it: /api/exports/{jobId}. */
const writePath = (path: string) => path.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, '{$1}')
const pascal = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** Names an operation for generated clients: getExportsByJobId. */
export function nameOperation({ method, path }: Pick<DocumentedRoute, 'path' | 'method'>): string {
  const parts = path.replace(/^\/api\//, '').split('/')
  return method.toLowerCase() + parts.map((part) => (part.startsWith('[') ? 'By' : '') + pascal(part)).join('')
}

const tagWords: Readonly<Record<string, string>> = {
  account: 'Account',
  service: 'Service pass-through',
  'openapi.json': 'API description',
}

/** Operations are grouped by their noun. */
export function tagOf(path: string): string {
  const [noun = ''] = path.replace(/^\/api\//, '').split('/')
  return tagWords[noun] ?? noun.charAt(0).toUpperCase() + noun.slice(1).replaceAll('-', ' ')
}

/** Adds everything that a route brings to the schemas that are converted. */
export function addRouteSchemas(schemas: JsonSchemas, route: DocumentedRoute): void {
  const { params, query, body, ownBody, answer } = route.declaration
  const name = nameOperation(route)
  if (params !== undefined) schemas.add(params, 'input', `${name}Params`)
  if (query !== undefined) schemas.add(query, 'input', `${name}Query`)
  const sent = body ?? ownBody
  if (sent !== undefined) schemas.add(sent, 'input', `${name}Body`)
  if (answer !== undefined) schemas.add(answer, 'output', `${name}Answer`)
}

function describeParameters(route: DocumentedRoute, schemas: JsonSchemas): Json[] {
  const { params, query } = route.declaration
  const fields = (schema: typeof params, place: 'path' | 'query') => {
    if (schema === undefined) return []
    const { properties = {}, required = [] } = schemas.read(schema, 'input') as {
      properties?: Record<string, Json>
      required?: string[]
    }
    const isList = isListQuery(Object.keys(properties))
    return Object.entries(properties).map(([name, { description: own, ...shape }]) => {
      const description = own ?? (isList ? describeListParam(name) : undefined)
      const isRequired = place === 'path' || required.includes(name)
      const field: Json = { name, in: place, required: isRequired, schema: shape }
      if (description !== undefined) field['description'] = description
      return field
    })
  }
  const inPath = [...route.path.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([, name = '']) => name)
  const declared = fields(params, 'path')
  return [
    ...inPath.map(
      (name) =>
        declared.find((field) => field['name'] === name) ?? {
          name,
          in: 'path',
          required: true,
          schema: { type: 'string' },
        },
    ),
    ...fields(query, 'query'),
  ]
}

function describeAnswer(route: DocumentedRoute, schemas: JsonSchemas): Json {
  const { answer, answerType } = route.declaration
  if (answerType !== undefined)
    return {
      '200': {
        description: 'The file.',
        content: { [answerType]: answerType === 'application/json' ? {} : { schema: { type: 'string' } } },
      },
    }
  if (route.path.includes('[...'))
    return { '200': { description: 'What the service answered.', content: { 'application/json': {} } } }
  if (answer !== undefined)
    return {
      '200': { description: 'OK', content: { 'application/json': { schema: schemas.refer(answer, 'output') } } },
    }
  return route.path.startsWith('/api/health/')
    ? { '200': { description: 'OK', content: { 'application/json': {} } } }
    : { '204': { description: 'Done.' } }
}

function describeBody(route: DocumentedRoute, schemas: JsonSchemas): Json | null {
  const { body, ownBody } = route.declaration
  const sent = body ?? ownBody
  if (sent !== undefined)
    return { required: true, content: { 'application/json': { schema: schemas.refer(sent, 'input') } } }
  if (route.path.includes('[...') && route.method !== 'GET') return { content: { 'application/json': {} } }
  return null
}

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})
const refer = (name: string) => ({ $ref: `#/components/responses/${name}` })

function describeRights({ access, callers, proof }: RouteDeclaration): { security: Json[]; text: string } {
  if (access === 'public') return { security: [], text: 'Needs no sign-in.' }
  const scopes = access === 'signed-in' ? [] : [access]
  const isForPeople = callers === 'people' || proof === 'fresh'
  const needs = access === 'signed-in' ? 'Needs no particular permission.' : `Needs the permission \`${access}\`.`
  return {
    security: [...(isForPeople ? [] : [{ apiToken: scopes }]), { session: scopes }],
    text: [
      needs,
      ...(isForPeople ? ['For people who are signed in: API tokens are refused.'] : []),
      ...(proof === 'fresh' ? ['Asks for a new proof of who you are when the last is older than 10 minutes.'] : []),
    ].join(' '),
  }
}

function describeOperation(route: DocumentedRoute, schemas: JsonSchemas): Json {
  const { declaration } = route
  const { security, text } = describeRights(declaration)
  const takesInput = ['params', 'query', 'body', 'ownBody'].some((part) => part in declaration)
  const parameters = describeParameters(route, schemas)
  const requestBody = describeBody(route, schemas)
  return {
    operationId: nameOperation(route),
    summary: declaration.summary ?? '',
    description: text,
    tags: [tagOf(route.path)],
    security,
    ...(declaration.access === 'public' || declaration.access === 'signed-in'
      ? {}
      : { 'x-permission': declaration.access }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === null ? {} : { requestBody }),
    responses: {
      ...describeAnswer(route, schemas),
      ...(declaration.access === 'public'
        ? {}
        : { '401': refer('Unauthenticated'), '403': refer('Forbidden'), '429': refer('Throttled') }),
      ...(takesInput ? { '422': refer('Invalid') } : {}),
      default: refer('Problem'),
    },
  }
}

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

/** The document. Routes that are not documented are left out; the order is that of paths. */
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
