import { describe, expect, it } from 'vitest'
import { findMissing, findUnused, readUses } from './message-use'

const en = new Map(
  [
    'users.title',
    'users.list.empty',
    'users.list.found',
    'users.outcome.created',
    'users.outcome.failed',
    'media.title',
  ].map((key) => [key, key]),
)
const read = (...texts: string[]) => readUses(texts.map((text, at) => ({ file: `components/x${at}.tsx`, text })))
const unused = (...texts: string[]) =>
  findUnused(en, read(...texts)).map((line) => line.replace('en: no file reads ', ''))
const all = [...en.keys()]
const allBut = (...keys: string[]) => all.filter((key) => !keys.includes(key))

describe('findUnused', () => {
  it('finds every message when no file reads any', () => {
    expect(unused("const title = 'users.title'")).toEqual(all)
  })

  it.each([
    ['a namespace and the rest of the key', "const t = useTranslations('users.list'); t('empty')"],
    ['a shorter namespace', "const t = useTranslations('users'); t('list.empty')"],
    ['the whole catalog', "const t = await getTranslations(); t('users.list.empty')"],
    ['an object with a namespace', "const t = await getTranslations({ locale, namespace: 'users.list' }); t('empty')"],
    ['a created translator', "const t = createTranslator({ messages: en, namespace: 'users.list' }); t('empty')"],
    ['a translator as a parameter', "const say = (t: Translator<'users.list'>) => t('empty')"],
    ['a page title', "export const generateMetadata = titled('users.list.empty')"],
    [
      'a key in a table of the file',
      "const keys = { none: 'empty' } as const; const t = useTranslations('users.list')",
    ],
    ['keys named by their type', "type Key = Parameters<Translator<'users.list'>>[0]; const keys: Key[] = ['empty']"],
    ['rich text', "const t = useTranslations('users'); t.rich('list.empty', { b })"],
    ['a condition', "const t = useTranslations('users'); t(isNone ? 'list.empty' : x)"],
  ])('counts %s as a use', (_, text) => {
    expect(unused(text)).not.toContain('users.list.empty')
    expect(unused(text)).toContain('media.title')
  })

  it('lets any key segments fill the gaps of a template', () => {
    const text = "const t = useTranslations('users'); t(`outcome.${outcome}`)"
    expect(unused(text)).toEqual(allBut('users.outcome.created', 'users.outcome.failed'))
  })

  it('lets a value be any message directly below its namespace', () => {
    const text = "const t = useTranslations('users.outcome'); t(user.outcome)"
    expect(unused(text)).toEqual(allBut('users.outcome.created', 'users.outcome.failed'))
  })

  it('lets any segments fill the gaps of a template in a call, whatever surrounds them', () => {
    const text = "const t = useTranslations('users'); const say = t as unknown as Say; say(`${group}.${key}`)"
    expect(unused(text)).toEqual(['users.title', 'media.title'])
    const named = "const t = useTranslations(); const group = 'users.list'; t(`${group}.${key}`)"
    expect(unused(named)).toEqual(allBut('users.list.empty', 'users.list.found', 'users.title', 'media.title'))
  })

  it('recognizes a translator type that another file gives a name', () => {
    const alias = "export type Words = Translator<'users.list'>"
    const user = "import type { Words } from './x0'\nconst say = (t: Words) => t('empty')"
    expect(unused(alias, user)).not.toContain('users.list.empty')
  })

  it("recognizes a translator in a component's props", () => {
    const text = "function Row({ t }: { t: Translator<'users.outcome'> }) { return t(outcome) }"
    expect(unused(text)).toEqual(allBut('users.outcome.created', 'users.outcome.failed'))
  })

  it('does not count a key of another namespace', () => {
    expect(unused("const t = useTranslations('media'); t('list.empty')")).toContain('users.list.empty')
  })
})

describe('findMissing', () => {
  it('finds a key in a call that does not exist in any namespace of the translator', () => {
    const text = "const t = useTranslations('users.list'); t('empty'); t.rich('full')"
    expect(findMissing(en, read(text))).toEqual(['components/x0.tsx: reads users.list.full, which English has not'])
  })

  it('accepts a name used for translators of several namespaces in one file', () => {
    const text =
      "function A() { const t = useTranslations('users'); t('title') }\nfunction B() { const t = useTranslations('users.list'); t('empty') }"
    expect(findMissing(en, read(text))).toEqual([])
  })

  it('accepts a check for a group', () => {
    expect(findMissing(en, read("const t = useTranslations('users'); t.has('list')"))).toEqual([])
  })
})
