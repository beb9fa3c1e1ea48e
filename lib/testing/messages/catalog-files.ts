import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { mirroredLanguage, pseudoLanguage } from '@/lib/messages/languages'

/** Messages as a catalog nests them: by noun, then by group. */
export interface MessageTree {
  [name: string]: string | MessageTree
}
const messageTree: z.ZodType<MessageTree> = z.lazy(() => z.record(z.string(), z.union([z.string(), messageTree])))

/** The messages of one language by their whole key, such as `users.list.title`. */
export type Catalog = ReadonlyMap<string, string>

export const catalogFolder = 'lib/messages'

export const readTree = (file: string): MessageTree => messageTree.parse(JSON.parse(readFileSync(file, 'utf8')))

/** Lists every message of a tree by its whole key. */
export function flatten(tree: MessageTree, prefix = ''): Map<string, string> {
  const messages = new Map<string, string>()
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string') messages.set(prefix + name, value)
    else for (const [key, message] of flatten(value, `${prefix}${name}.`)) messages.set(key, message)
  }
  return messages
}

/** Reads the catalog of every language, English first. Test languages are left out. */
export function readCatalogs(): Map<string, Catalog> {
  const languages = readdirSync(catalogFolder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => path.basename(file, '.json'))
    .filter((language) => language !== pseudoLanguage && language !== mirroredLanguage)
    .toSorted((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b))
  return new Map(languages.map((language) => [language, flatten(readTree(`${catalogFolder}/${language}.json`))]))
}
