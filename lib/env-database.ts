import { isDecodable, parseUrl } from './env-parts'

const shape = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/
/** A console writes, so each of them means the one server that accepts writes. */
const writable: ReadonlySet<string | null> = new Set(['read-write', 'primary', 'any', null])

/**
 * Reads a DATABASE_URL, which may name several servers of which one accepts writes:
 * `postgres://user:password@first:5432,second:5432/name?target_session_attrs=read-write`.
 * @returns an address for each server; or what is wrong, as the rest of a sentence that begins with the setting's name,
 * without any part of the value
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
