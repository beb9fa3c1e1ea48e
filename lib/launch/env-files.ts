import 'server-only'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { SettingsError } from '@/lib/env'

/**
 * Settings files, read before Next starts. They follow dotenv's rules and Next's own. A test compares the results with
 * Next's. One of Next's steps is left out: a value from the environment is never expanded.
 */

type Values = Readonly<Record<string, string | undefined>>

const line =
  /^\s*(?:export\s+)?([\w.-]+)(?:\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?\s*(?:#.*)?$/gm
const reference = /(?<!\\)\$\{?(\w+)(?::-([^}\\]*))?\}?/
const expansionsMax = 1_000

/** The names and values of one file, as written. */
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
 * Replaces `$NAME` and `${NAME:-otherwise}` in a value, the last one first. The replacement comes from the environment,
 * otherwise from the same file. `\$` is a dollar sign.
 * @throws SettingsError when the value refers to itself
 */
function expand(name: string, values: ReadonlyMap<string, string>, given: Values): string {
  let value = values.get(name) ?? ''
  for (let count = 0; count < expansionsMax; count += 1) {
    const at = [...value.matchAll(/(?<!\\)\$/g)].at(-1)?.index
    const found = at === undefined ? null : reference.exec(value.slice(at))
    if (found === null) return value.replaceAll(String.raw`\$`, '$')
    const [whole, other = '', otherwise] = found
    const put = given[other] || otherwise || values.get(other) || ''
    // Replaces the first match, even where `$A` is the beginning of `$AB`. Next does the same.
    value = value.replace(whole, () => put)
  }
  throw new SettingsError([{ name, problem: 'leads back to itself in a settings file: write \\$ for a dollar sign' }])
}

/**
 * The values of the file that SETTINGS_FILE names, and of `.env.<mode>.local`, `.env.local`, `.env.<mode>` and `.env`
 * in a folder. The first file that has a setting wins. Settings from the environment are left out.
 * @throws SettingsError for a file that cannot be read, and for a value that refers to itself
 */
export function readEnvFiles(
  folder: string,
  mode: 'development' | 'production',
  given: Values,
): Record<string, string> {
  const read: Record<string, string> = {}
  for (const values of [readSettingsFile(given), ...readFolder(folder, mode)]) {
    // Names from earlier files already have values, which take precedence.
    const known = { ...read, ...given }
    for (const name of values.keys())
      if (known[name] === undefined) {
        const value = expand(name, values, known)
        // References in later lines of the file use the expanded value.
        values.set(name, value)
        read[name] = value
      }
  }
  return read
}

/**
 * The names and values of the file that SETTINGS_FILE names, as written; none when SETTINGS_FILE is not set.
 * @throws SettingsError when the file cannot be read
 */
export function readSettingsFile(given: Values): Map<string, string> {
  const file = given['SETTINGS_FILE']
  if (file === undefined || file === '') return new Map()
  try {
    return parseEnvFile(readFileSync(file, 'utf8'))
  } catch {
    throw new SettingsError([{ name: 'SETTINGS_FILE', problem: 'names a file that cannot be read' }])
  }
}

function readFolder(folder: string, mode: 'development' | 'production'): Array<Map<string, string>> {
  const files = [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env']
  return files.map((file) => parseEnvFile(readIfThere(path.join(folder, file), file)))
}

function readIfThere(place: string, file: string): string {
  try {
    return readFileSync(place, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')) return ''
    throw new SettingsError([{ name: file, problem: 'cannot be read' }])
  }
}
