import { describe, expect, it } from 'vitest'
import { type OidcEnvironment, parseRoleMap, readSignInWays } from './env-oidc'

const enough = { OIDC_ISSUER: 'https://id.example.com/', OIDC_CLIENT_ID: 'sightline', OIDC_CLIENT_SECRET: 'hidden' }

function read(env: OidcEnvironment) {
  const problems: string[] = []
  const ways = readSignInWays(env, (name, problem) => problems.push(`${name} ${problem}`))
  return { ...ways, problems }
}

describe('settings of single sign-on', () => {
  it('are off without an issuer, and require only issuer, client and secret', () => {
    expect(read({})).toEqual({ oidc: null, isPasswordSignInOn: true, problems: [] })
    expect(read({ ...enough, PASSWORD_SIGN_IN: 'off' })).toEqual({
      isPasswordSignInOn: false,
      problems: [],
      oidc: {
        issuer: 'https://id.example.com',
        clientId: 'sightline',
        clientSecret: 'hidden',
        name: 'single sign-on',
        scopes: 'openid profile email',
        roleClaim: null,
        roleMap: new Map(),
        defaultRole: null,
        allowedDomains: [],
        provision: 'invited',
      },
    })
  })

  it('accept lists with spaces and capital letters', () => {
    const { oidc, problems } = read({
      OIDC_ISSUER: 'http://127.0.0.1:9000',
      OIDC_CLIENT_ID: 'sightline',
      OIDC_CLIENT_SECRET: 'hidden',
      OIDC_ALLOWED_DOMAINS: 'Example.com, example.org',
      OIDC_SCOPES: 'openid,email groups',
    })
    expect(problems).toEqual([])
    expect(oidc).toMatchObject({
      allowedDomains: ['example.com', 'example.org'],
      scopes: 'openid email groups',
    })
  })

  it.each<[string, OidcEnvironment]>([
    ['OIDC_ISSUER', { ...enough, OIDC_ISSUER: 'http://id.example.com' }],
    ['OIDC_ISSUER', { ...enough, OIDC_ISSUER: 'hidden' }],
    ['OIDC_ISSUER', { ...enough, OIDC_ISSUER: 'https://ann:hidden@id.example.com' }],
    ['OIDC_ISSUER', { ...enough, OIDC_ISSUER: 'https://id.example.com/.well-known/openid-configuration' }],
    ['OIDC_CLIENT_ID', { ...enough, OIDC_CLIENT_ID: undefined }],
    ['OIDC_CLIENT_SECRET', { ...enough, OIDC_CLIENT_SECRET: undefined }],
    ['OIDC_NAME', { ...enough, OIDC_NAME: 'hidden'.repeat(7) }],
    ['OIDC_SCOPES', { ...enough, OIDC_SCOPES: 'hidden' }],
    ['OIDC_ROLE_MAP', { ...enough, OIDC_ROLE_CLAIM: 'hidden' }],
    ['OIDC_ROLE_CLAIM', { ...enough, OIDC_ROLE_MAP: 'hidden=admin' }],
    ['OIDC_ROLE_MAP', { ...enough, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_MAP: 'hidden=owner' }],
    ['OIDC_ALLOWED_DOMAINS', { ...enough, OIDC_ALLOWED_DOMAINS: '@hidden' }],
    ['OIDC_ALLOWED_DOMAINS', { ...enough, OIDC_ALLOWED_DOMAINS: ' , ' }],
    ['OIDC_PROVISION', { ...enough, OIDC_PROVISION: 'hidden' }],
    ['OIDC_DEFAULT_ROLE', { ...enough, OIDC_DEFAULT_ROLE: 'hidden' }],
    ['PASSWORD_SIGN_IN', { ...enough, PASSWORD_SIGN_IN: 'hidden' }],
    ['PASSWORD_SIGN_IN', { PASSWORD_SIGN_IN: 'off' }],
    ['OIDC_NAME', { OIDC_NAME: 'hidden' }],
  ])('report %s when it is wrong, without its value', (name, env) => {
    const { problems } = read(env)
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([name])
    expect(problems.join('')).not.toContain('hidden')
  })

  it.each([
    ['admins=admin, editors=editor', { admins: 'admin', editors: 'editor' }],
    ['a=b=viewer\nother=admin', { 'a=b': 'viewer', other: 'admin' }],
    ['{"CN=a,OU=b":"admin"}', { 'CN=a,OU=b': 'admin' }],
    ['admins', null],
    ['=admin', null],
    ['x=admin,x=viewer', null],
    ['{"x":"owner"}', null],
    [',', null],
  ])('accept or refuse the map of roles %s', (text, map) => {
    const parsed = parseRoleMap(text)
    expect(parsed === null ? null : Object.fromEntries(parsed)).toEqual(map)
  })
})
