import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseSettings } from './env'
import { ownNames } from './env-address'

const read = (env: Record<string, string>) =>
  parseSettings({
    NEXTAUTH_SECRET: 'x'.repeat(32),
    SERVICE_BASE_URL: 'https://service.example',
    SERVICE_TOKEN: 'token-0123456789',
    ...env,
  })

describe('the path under which Sightline is served', () => {
  it.each([
    'https://console.example/sightline',
    'https://console.example/sightline/',
    'https://console.example/sightline/api/auth',
  ])('is part of the public address when that is %s', (url) => {
    expect(read({ BASE_PATH: '/sightline', NEXTAUTH_URL: url })).toMatchObject({
      basePath: '/sightline',
      publicUrl: 'https://console.example/sightline',
    })
  })

  it('may have several parts', () => {
    const { publicUrl } = read({
      BASE_PATH: '/tools/sight.line-2',
      NEXTAUTH_URL: 'https://console.example/tools/sight.line-2',
    })
    expect(publicUrl).toBe('https://console.example/tools/sight.line-2')
  })

  it('is empty unless it is set', () => {
    for (const env of [{}, { BASE_PATH: '' }])
      expect(read({ ...env, NEXTAUTH_URL: 'https://console.example/' })).toMatchObject({
        basePath: '',
        publicUrl: 'https://console.example',
      })
  })

  it("is part of the demo's address", () => {
    const env = { NEXTAUTH_SECRET: 'x'.repeat(32), BASE_PATH: '/sightline' }
    expect(parseSettings(env).publicUrl).toBe('http://127.0.0.1:3000/sightline')
  })

  it.each([
    'sightline',
    '/',
    '/sightline/',
    '//sightline',
    '/sight line',
    '/a/../b',
    '/a//b',
    '/%2e',
    '/ä',
    `/${'x'.repeat(100)}`,
  ])('is refused with one message when it is %s', (given) => {
    const env = { BASE_PATH: given, NEXTAUTH_URL: `https://console.example${given}` }
    expect(() => read(env)).toThrow(/^BASE_PATH is not a path such as \/sightline[^\n]*$/)
  })

  it('is refused when it differs from the path of the public address', () => {
    for (const path of ['', '/', '/other', '/sightline-2', '/Sightline', '/api/auth'])
      expect(() => read({ BASE_PATH: '/sightline', NEXTAUTH_URL: `https://console.example${path}` }), path).toThrow(
        /^NEXTAUTH_URL must end with the path in BASE_PATH$/,
      )
    expect(() => read({ NEXTAUTH_URL: 'https://console.example/sightline' })).toThrow(
      /^NEXTAUTH_URL has a path: set BASE_PATH/,
    )
  })

  it('is refused when it begins like a page of Sightline', () => {
    const pages = readdirSync('app', { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const inFrame = readdirSync('app/(console)', { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const names = [...pages, ...inFrame].map(({ name }) => name).filter((name) => !/[([]|^bench/.test(name))
    // `_next` is for Next's own files, `user-jobs` for a redirect in next.config.js.
    expect(ownNames.toSorted()).toEqual([...names, '_next', 'user-jobs'].toSorted())
    expect(() => read({ BASE_PATH: '/api/x', NEXTAUTH_URL: 'https://console.example/api/x' })).toThrow(
      /^BASE_PATH begins with/,
    )
  })
})
