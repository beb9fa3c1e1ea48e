import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { signInProblems } from '@/lib/access/schema'
import { oidcVariables } from '@/lib/env-oidc'
import { describeProblem, readProblem } from './problem-words'

const docs = readFileSync('docs/single-sign-on.md', 'utf8')

describe('why single sign-on came to nothing', () => {
  it.each(signInProblems)('%s has words of its own, and a row in the docs', (problem) => {
    const { title, hint } = describeProblem(problem, 'Example ID')
    expect(title).not.toMatch(/\.$/)
    expect(hint).toMatch(/\.$/)
    expect(docs).toMatch(new RegExp(`^\\| \`${problem}\` +\\|`, 'm'))
  })

  it('is said without a name where OIDC_NAME is not set', () => {
    expect(describeProblem('issuer-down', 'single sign-on').title).toBe('Your identity provider does not answer')
    expect(describeProblem('proof', 'single sign-on').hint).toContain('at your identity provider again')
  })

  it('is one of ours, or nothing is said', () => {
    expect(readProblem('domain')).toBe('domain')
    for (const given of ['<b>', 'toString', '', undefined, ['domain']]) expect(readProblem(given)).toBeNull()
  })

  it('has docs that name every setting', () => {
    for (const name of oidcVariables) expect(docs).toContain(`\`${name}\``)
  })
})
