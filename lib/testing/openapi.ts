import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { describeApi } from '@/lib/openapi/document'
import { listParams } from '@/lib/inspections/schema'
import { paramNames } from '@/lib/inspections/params-model'
import { JsonSchemas } from '@/lib/openapi/json-schemas'
import { describeListParam } from '@/lib/openapi/param-texts'
import { readRoutes } from './route-handlers'
import { SchemaCommentReader, type SchemaComments } from './schema-comments'
import { readSources } from './sources'

/** Where the document is stored. It is read from there at run time, so that no process has to load every route. */
export const openApiFile = path.join(process.cwd(), 'lib/openapi/openapi.json')

const pascal = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const say = (description: string | undefined): SchemaComments => ({
  description: description ?? null,
  inherited: null,
  fields: {},
  members: [],
})

/**
 * The names of schemas, and the text of their comments. A name is the exported name, with the noun in front where two
 * are equal.
 */
async function nameSchemas(
  comments: SchemaCommentReader,
): Promise<{ names: Map<z.ZodType, string>; words: Map<string, SchemaComments> }> {
  const files = readSources()
    .filter(({ file }) => /^lib\/[a-z-]+\/(?:[a-z-]+-)?schema\.ts$/.test(file))
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
  const words = new Map<string, SchemaComments>()
  const names = new Map<z.ZodType, string>()
  const taken = new Set(['Problem'])
  for (const { file } of files) {
    const exported = (await import(path.join(process.cwd(), file))) as Record<string, unknown>
    for (const [key, value] of Object.entries(exported)) {
      if (!(value instanceof z.ZodType) || names.has(value)) continue
      const own = pascal(key)
      const name = taken.has(own) ? pascal(`${path.basename(path.dirname(file))}-${key}`) : own
      taken.add(name)
      names.set(value, name)
      words.set(name, comments.readConstant(key, file))
    }
  }
  // The fields of this schema are created from a list of names, so they have no comments.
  const listFields = paramNames.map((name) => [name, say(describeListParam(name))] as const)
  words.set(names.get(listParams) ?? '', { ...say(undefined), fields: Object.fromEntries(listFields) })
  return { names, words }
}

/** The document as declared by the routes of this tree, one line for each operation and component. */
export async function makeOpenApi(): Promise<string> {
  const comments = new SchemaCommentReader(readSources())
  const routes = (await readRoutes()).map(({ name, method, declaration }) => {
    const place = name.slice(method.length + 1)
    return { method, path: place, declaration, words: comments.readParameters(`app${place}/route.ts`) }
  })
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(path.join(process.cwd(), 'package.json'), 'utf8')))
  const { names, words } = await nameSchemas(comments)
  const api = describeApi(routes, new JsonSchemas(names, words), version)
  return `${writeLines(api, [['paths', '*'], ['components', 'schemas'], ['components', 'responses'], []])}\n`
}

/** JSON with a line for each entry of the objects at these paths, so that diffs are readable. */
function writeLines(value: unknown, places: ReadonlyArray<readonly string[]>): string {
  const write = (current: unknown, at: readonly string[]): string => {
    const isOpened = places.some(
      (place) => at.length <= place.length && at.every((key, index) => place[index] === '*' || place[index] === key),
    )
    if (!isOpened || typeof current !== 'object' || current === null || Array.isArray(current))
      return JSON.stringify(current)
    const lines = Object.entries(current).map(
      ([key, entry]) => `${' '.repeat(at.length + 1)}${JSON.stringify(key)}: ${write(entry, [...at, key])}`,
    )
    return `{\n${lines.join(',\n')}\n${' '.repeat(at.length)}}`
  }
  return write(value, [])
}
