import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findIdioms, readProse } from './idioms'
import { readSources } from './sources'

// The list itself and its tests.
const exempt = new Set(['lib/testing/idioms.ts', 'lib/testing/structure-idioms.test.ts'])

/** Documents, without the glossary and the translations, which list words to avoid. */
const documents = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...['docs', 'docs/adr'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md') && !['glossary.md', 'translations.md'].includes(name))
      .map((name) => `${folder}/${name}`),
  ),
]

const readLines = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((text, index) => ({ line: index + 1, text }))

describe('idioms that make readers stop', () => {
  it('are found in comments, names of tests and lines, and nowhere else', () => {
    const source = [
      "it('goes on', () => {})",
      "it.each([1])('is told %s', () => {})",
      '/** The group',
      ' * of now. */',
      'const meanwhile = 1 // anew',
      "const url = 'https://whoever.example'",
    ].join('\n')
    expect(findIdioms('x.ts', readProse(source)).map((problem) => problem.split(',')[0])).toEqual([
      'x.ts:3: “of now”',
      'x.ts:5: “anew”',
      'x.ts:1: “goes on”',
      'x.ts:2: “is told”',
    ])
  })

  it('do not occur in comments and names of tests', () => {
    const sources = readSources().filter(({ file }) => !exempt.has(file))
    expect(sources.length).toBeGreaterThan(2_000)
    expect(sources.flatMap(({ file, text }) => findIdioms(file, readProse(text)))).toEqual([])
  })

  it('do not occur in documents', () => {
    expect(documents.flatMap((file) => findIdioms(file, readLines(file)))).toEqual([])
  })

  it('do not occur in English messages', () => {
    expect(findIdioms('lib/messages/en.json', readLines('lib/messages/en.json'))).toEqual([])
  })
})
