import { describe, expect, it } from 'vitest'
import { nameHosts, parseDatabaseUrl } from './env-database'

describe('an address of a database', () => {
  it('is shown with one or several servers, and never with a password', () => {
    expect(nameHosts('postgres://ann:pa%40ss@db.example.com/sightline')).toBe('db.example.com')
    const several =
      'postgresql://ann:pass@a:5432,b:5433,[::1]:5434/sightline?sslmode=require&target_session_attrs=primary'
    expect(nameHosts(several)).toBe('a:5432, b:5433, [::1]:5434')
    const address = parseDatabaseUrl(several)
    expect('urls' in address && address.urls.map(({ href }) => href)).toEqual([
      'postgresql://ann:pass@a:5432/sightline?sslmode=require',
      'postgresql://ann:pass@b:5433/sightline?sslmode=require',
      'postgresql://ann:pass@[::1]:5434/sightline?sslmode=require',
    ])
  })

  it.each([
    ['', 'is not a postgres:// address'],
    ['mysql://ann@db/sightline', 'is not a postgres:// address'],
    ['postgres://ann@a:5432,/sightline', 'is not a postgres:// address'],
    ['postgres://ann@a:5432,b:99999/sightline', 'is not a postgres:// address'],
    ['postgres://ann:10%@a,b/sightline', 'has a percent sign that stands for nothing: write it as %25'],
    ['postgres://ann@a,b/sightline?target_session_attrs=standby', 'has a target_session_attrs other than read-write'],
  ])('%s is refused', (text, problem) => {
    expect(parseDatabaseUrl(text)).toEqual({ problem })
  })
})
