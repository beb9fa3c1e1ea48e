import { readFileSync } from 'node:fs'
import { createTranslator } from 'next-intl'
import { describe, expect, it } from 'vitest'
import { signInProblems } from '@/lib/access/problems-model'
import { oidcVariables } from '@/lib/env-oidc'
import { describeProblem, readProblem } from './problem-texts'
import { en } from '@/lib/testing/english'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'factors.problems' })
const docs = readFileSync('docs/single-sign-on.md', 'utf8')

describe('the reasons why single sign-on failed', () => {
  it.each(signInProblems)('have a message and a row in the docs: %s', (problem) => {
    const { title, hint } = describeProblem(t, problem, 'Example ID')
    expect(title).not.toMatch(/\.$/)
    expect(hint).toMatch(/\.$/)
    expect(docs).toMatch(new RegExp(`^\\| \`${problem}\` +\\|`, 'm'))
  })

  it('do not name the identity provider if OIDC_NAME is not set', () => {
    expect(describeProblem(t, 'issuer-down', 'single sign-on').title).toBe('Your identity provider does not respond')
    expect(describeProblem(t, 'proof', 'single sign-on').hint).toContain('at your identity provider again')
  })

  it('are read from the address only if Sightline knows them', () => {
    expect(readProblem('domain')).toBe('domain')
    for (const given of ['<b>', 'toString', '', undefined, ['domain']]) expect(readProblem(given)).toBeNull()
  })

  it('are documented on a page that names every setting', () => {
    for (const name of oidcVariables) expect(docs).toContain(`\`${name}\``)
  })
})
