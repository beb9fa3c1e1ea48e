import 'server-only'
import type { RouteDeclaration } from '@/lib/http/route'
import type { JsonSchemas } from './json-schemas'
import { describeException, describeListParam, describePathParam, isListQuery } from './param-texts'

/** The OpenAPI description of one route. */

export interface DocumentedRoute {
  method: string
  /** The path as its folder is named: /api/exports/[jobId]. */
  path: string
  declaration: RouteDeclaration
  /** The comments of its parameters. */
  words?: Readonly<Record<string, { description: string | null; inherited: string | null }>>
}

export type Json = Record<string, unknown>

/**
 * Paths that do not belong to the API for programs: they are for browsers or the service, or have separate credentials.
 */
const undocumented = /^\/api\/(?:auth|events|csp-report|metrics|webhooks\/service|bench|\[\.\.\.missing\])(?:\/|$)/

/** The routes that are in the document. */
export function isDocumented({ path, method }: Pick<DocumentedRoute, 'path' | 'method'>): boolean {
  return !undocumented.test(path) && method !== 'HEAD'
}

/** A path as OpenAPI writes it: /api/exports/{jobId}. */
export const writePath = (path: string) => path.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, '{$1}')
const pascal = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** The name of an operation in generated clients, such as getExportsByJobId. */
export function nameOperation({ method, path }: Pick<DocumentedRoute, 'path' | 'method'>): string {
  const parts = path.replace(/^\/api\//, '').split('/')
  return method.toLowerCase() + parts.map((part) => (part.startsWith('[') ? 'By' : '') + pascal(part)).join('')
}

const tagWords: Readonly<Record<string, string>> = {
  account: 'Account',
  service: 'Service pass-through',
  'openapi.json': 'API description',
}

/** The tag by which operations are grouped: their noun. */
export function tagOf(path: string): string {
  const [noun = ''] = path.replace(/^\/api\//, '').split('/')
  return tagWords[noun] ?? noun.charAt(0).toUpperCase() + noun.slice(1).replaceAll('-', ' ')
}

/** Adds all schemas of a route to those that are converted. */
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
  const noun = route.path.replace(/^\/api\//, '').split('/')[0] ?? ''
  const commentOf = (name: string) => route.words?.[name]?.description ?? route.words?.[name]?.inherited ?? undefined
  const fields = (schema: typeof params, place: 'path' | 'query') => {
    if (schema === undefined) return []
    const { properties = {}, required = [] } = schemas.read(schema, 'input') as {
      properties?: Record<string, Json>
      required?: string[]
    }
    const isList = isListQuery(Object.keys(properties))
    const textOf = (name: string) => (place === 'path' ? describePathParam(noun, name) : describeListParam(name))
    return Object.entries(properties).map(([name, { description: own, ...shape }]) => {
      const description =
        describeException(route.path, name) ??
        own ??
        commentOf(name) ??
        (place === 'path' || isList ? textOf(name) : undefined) ??
        schemas.describe(shape)
      const isRequired = place === 'path' || required.includes(name)
      const field: Json = { name, in: place, required: isRequired, schema: shape }
      if (description !== undefined) field['description'] = description
      return field
    })
  }
  const inPath = [...route.path.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([, name = '']) => name)
  const declared = fields(params, 'path')
  const plain = (name: string) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    description: describePathParam(noun, name),
  })
  return [
    ...inPath.map((name) => declared.find((field) => field['name'] === name) ?? plain(name)),
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
    return { '200': { description: 'The response of SafetyCulture.', content: { 'application/json': {} } } }
  if (answer !== undefined)
    return {
      '200': { description: 'OK', content: { 'application/json': { schema: schemas.refer(answer, 'output') } } },
    }
  return route.path.startsWith('/api/health/')
    ? { '200': { description: 'OK', content: { 'application/json': {} } } }
    : { '204': { description: 'Done. The response has no body.' } }
}

function describeBody(route: DocumentedRoute, schemas: JsonSchemas): Json | null {
  const { body, ownBody } = route.declaration
  const sent = body ?? ownBody
  if (sent !== undefined)
    return { required: true, content: { 'application/json': { schema: schemas.refer(sent, 'input') } } }
  if (route.path.includes('[...') && route.method !== 'GET') return { content: { 'application/json': {} } }
  return null
}

const refer = (name: string) => ({ $ref: `#/components/responses/${name}` })

function describeRights({ access, callers, proof }: RouteDeclaration): { security: Json[]; text: string } {
  if (access === 'public') return { security: [], text: 'Requires no sign-in.' }
  const scopes = access === 'signed-in' ? [] : [access]
  const isForPeople = callers === 'people' || proof === 'fresh'
  const needs = access === 'signed-in' ? 'Requires no specific permission.' : `Requires the permission \`${access}\`.`
  return {
    security: [...(isForPeople ? [] : [{ apiToken: scopes }]), { session: scopes }],
    text: [
      needs,
      ...(isForPeople ? ['Only for people who are signed in. API tokens are refused.'] : []),
      ...(proof === 'fresh' ? ['Requires that you confirmed your identity within the last 10 minutes.'] : []),
    ].join(' '),
  }
}

/** An operation of `paths`. All schemas of the route must have been added before. */
export function describeOperation(route: DocumentedRoute, schemas: JsonSchemas): Json {
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
