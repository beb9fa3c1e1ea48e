import path from 'node:path'
import { isDecodable, parseUrl, type Wrong } from './env-parts'
import type { Environment } from './env-variables'

/** The databases of a console. */
export interface DatabaseSettings {
  /** Null = the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | null
  /** A replica, for lists, search and facets. */
  databaseReadUrl: string | null
  /** Bypasses a connection pooler, for notifications and dedicated sessions. Null = `databaseUrl`. */
  databaseDirectUrl: string | null
  /** Folder with the programs of an older PostgreSQL, to upgrade an embedded database. Null = the usual folders. */
  olderPostgresBin: string | null
}

const variables = {
  databaseUrl: 'DATABASE_URL',
  databaseReadUrl: 'DATABASE_READ_URL',
  databaseDirectUrl: 'DATABASE_DIRECT_URL',
} as const satisfies Partial<Record<keyof DatabaseSettings, keyof Environment>>

export function readDatabase(env: Environment, wrong: Wrong): DatabaseSettings {
  const read = (key: keyof typeof variables): string | null => {
    const name = variables[key]
    const text = env[name]
    if (text === undefined) return null
    const address = parseDatabaseUrl(text)
    if ('problem' in address) wrong(name, address.problem)
    else if (key === 'databaseReadUrl' && address.urls.length > 1) wrong(name, 'names more than one server')
    if (key !== 'databaseUrl' && env.DATABASE_URL === undefined) wrong(name, 'is set, but DATABASE_URL is not')
    return text
  }
  return {
    databaseUrl: read('databaseUrl'),
    databaseReadUrl: read('databaseReadUrl'),
    databaseDirectUrl: read('databaseDirectUrl'),
    olderPostgresBin:
      env.POSTGRES_OLD_BIN === undefined ? null : path.resolve(/* turbopackIgnore: true */ env.POSTGRES_OLD_BIN),
  }
}

/** The passwords in the addresses, so that the log can remove them. */
export function listDatabaseSecrets({
  databaseUrl,
  databaseReadUrl,
  databaseDirectUrl,
}: Omit<DatabaseSettings, 'olderPostgresBin'>): string[] {
  return [databaseUrl, databaseReadUrl, databaseDirectUrl].flatMap((text) => {
    const address = text === null ? null : parseDatabaseUrl(text)
    return address === null || 'problem' in address ? [] : [decodeURIComponent(address.urls[0].password)]
  })
}

const shape = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/
/** A console writes, so each of these values selects the one server that accepts writes. */
const writable: ReadonlySet<string | null> = new Set(['read-write', 'primary', 'any', null])

/**
 * Reads a DATABASE_URL, which may name several servers of which one accepts writes:
 * `postgres://user:password@first:5432,second:5432/name?target_session_attrs=read-write`.
 * @returns an address for each server. Or the problem, as the rest of a sentence that begins with the setting's name
 * and contains no part of the value
 */
export function parseDatabaseUrl(text: string): { urls: readonly [URL, ...URL[]] } | { problem: string } {
  const [, start = '', names = '', rest = ''] = shape.exec(text) ?? []
  const urls: URL[] = []
  for (const name of names.split(',')) {
    const url = parseUrl(`${start}${name}${rest}`, ['postgres:', 'postgresql:'])
    if (url === null) return { problem: 'is not a postgres:// address' }
    if (![url.username, url.password, url.pathname].every(isDecodable))
      return { problem: 'has a percent sign that stands for nothing: write it as %25' }
    if (!writable.has(url.searchParams.get('target_session_attrs')))
      return { problem: 'has a target_session_attrs other than read-write' }
    url.searchParams.delete('target_session_attrs')
    urls.push(url)
  }
  const [first, ...others] = urls
  return first === undefined ? { problem: 'is not a postgres:// address' } : { urls: [first, ...others] }
}

/** The servers of a DATABASE_URL, for people: hosts and ports only. */
export function nameHosts(databaseUrl: string): string {
  const address = parseDatabaseUrl(databaseUrl)
  return 'problem' in address ? '' : address.urls.map(({ host }) => host).join(', ')
}
