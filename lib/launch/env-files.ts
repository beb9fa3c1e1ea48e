import 'server-only'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { SettingsError } from '@/lib/env'

/**
 * Settings files, read before Next starts. Next reads the same ones by dotenv's rules and its own; a test compares. What it
 * would do besides, here is not done: a value that the environment gives is never expanded.
 */

type Values = Readonly<Record<string, string | undefined>>

const line =
  /^\s*(?:export\s+)?([\w.-]+)(?:\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?\s*(?:#.*)?$/gm
const reference = /(?<!\\)\$\{?(\w+)(?::-([^}\\]*))?\}?/
const expansionsMax = 1_000

/** The names and values of one file, as they are written there. */
export function parseEnvFile(text: string): Map<string, string> {
  const values = new Map<string, string>()
  for (const [, name, raw = ''] of text.replaceAll(/\r\n?/g, '\n').matchAll(line)) {
    if (name === undefined) continue
    const value = raw.trim()
    const bare = value.replaceAll(/^(['"`])([\s\S]*)\1$/gm, '$2')
    values.set(
      name,
      value.startsWith('"') ? bare.replaceAll(String.raw`\n`, '\n').replaceAll(String.raw`\r`, '\r') : bare,
    )
  }
  return values
}

/**
 * A value with `$NAME` and `${NAME:-otherwise}` put in, the last one first: by the environment, else by the same file.
 * `\$` is a dollar sign.
 * @throws SettingsError when it leads back to itself
 */
function expand(name: string, values: ReadonlyMap<string, string>, given: Values): string {
  let value = values.get(name) ?? ''
  for (let count = 0; count < expansionsMax; count += 1) {
    const at = [...value.matchAll(/(?<!\\)\$/g)].at(-1)?.index
    const found = at === undefined ? null : reference.exec(value.slice(at))
    if (found === null) return value.replaceAll(String.raw`\$`, '$')
    const [whole, other = '', otherwise] = found
    const put = given[other] || otherwise || values.get(other) || ''
    // The first place that looks like it: where `$A` also begins `$AB`, Next does the same.
    value = value.replace(whole, () => put)
  }
  throw new SettingsError([{ name, problem: 'leads back to itself in a settings file: write \\$ for a dollar sign' }])
}

/**
 * What `.env.<mode>.local`, `.env.local`, `.env.<mode>` and `.env` of a folder say, the first of them that names a setting,
 * without those that the environment gives.
 * @throws SettingsError for a file that cannot be read, and for a value that leads back to itself
 */
export function readEnvFiles(
  folder: string,
  mode: 'development' | 'production',
  given: Values,
): Record<string, string> {
  const read: Record<string, string> = {}
  for (const file of [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env']) {
    const values = parseEnvFile(readIfThere(path.join(folder, file), file))
    // Names of files before it are known by their values already.
    const known = { ...read, ...given }
    for (const name of values.keys())
      if (known[name] === undefined) {
        const value = expand(name, values, known)
        // What comes after it in the file refers to it as it is now.
        values.set(name, value)
        read[name] = value
      }
  }
  return read
}

function readIfThere(place: string, file: string): string {
  try {
    return readFileSync(place, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')) return ''
    throw new SettingsError([{ name: file, problem: 'cannot be read' }])
  }
}
