import { describe, expect, it } from 'vitest'
import { readUses } from './message-use'
import { findWrongValues } from './message-values'

const en = new Map([
  ['users.title', 'Users'],
  ['users.found', '{count, plural, one {# user} other {# users}} of <b>{site}</b>'],
  ['users.outcome.created', 'Created {name}'],
  ['users.outcome.failed', 'Failed'],
  ['media.found', '{count, number} files'],
])
const check = (text: string) => findWrongValues(en, readUses([{ file: 'a.tsx', text }]))

describe('findWrongValues', () => {
  it.each([
    "const t = useTranslations('users'); t('title')",
    "const t = useTranslations('users'); t.rich('found', { count: 2, site, b: (text) => text })",
    "const t = useTranslations('users'); t('found', values)",
    "const t = useTranslations('users'); t('found', { ...values })",
    "const t = useTranslations('users'); t.has('found')",
    "const t = useTranslations('users'); t(`outcome.${outcome}`, { name })",
    "const t = useTranslations('users'); t(key)",
    "function A() { const t = useTranslations('users') }\nfunction B() { const t = useTranslations('media'); t('found', { count }) }",
  ])('accepts %s', (text) => {
    expect(check(text)).toEqual([])
  })

  it('reports values and tags that a message needs and does not get', () => {
    expect(check("const t = useTranslations('users'); t('found', { count })")).toEqual([
      'a.tsx: gives no "b" to users.found',
      'a.tsx: gives no "site" to users.found',
    ])
  })

  it('reports values that a message does not use', () => {
    expect(check("const t = useTranslations('users'); t('title', { count })")).toEqual([
      'a.tsx: gives "count" to users.title, which has no such value',
    ])
  })

  it('requires one matching message when a template leaves the key open', () => {
    expect(check("const t = useTranslations('users'); t(`outcome.${outcome}`)")).toEqual([])
    expect(check("const t = useTranslations('users'); t(`f${rest}`, { count })")).toEqual([
      'a.tsx: gives too few values to users.found',
    ])
  })
})
