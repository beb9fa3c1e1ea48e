import { describe, expect, it } from 'vitest'
import {
  checkLiteralTexts,
  findLiteralChecks,
  findLiteralTexts,
  findSentences,
  hasWords,
  listLiteralTexts,
  literalForGood,
  pruneWaiting,
} from './literal-text'

const texts = (text: string) => findLiteralTexts({ file: 'components/x.tsx', text }).map((found) => found.text)

const checks = (text: string) =>
  findLiteralChecks({ file: 'lib/x/schema.ts', text: `import * as z from 'zod'\n${text}` }).map((found) => found.text)

describe('findLiteralChecks', () => {
  it('finds the text of a check, also in its options', () => {
    expect(checks("z.string().min(1, 'Enter a name.')")).toEqual(['Enter a name.'])
    expect(checks('z.string().max(9, `is longer than ${max}`)')).toEqual(['is longer than …'])
    expect(checks("z.object({}).refine(isFit, { path: ['until'], error: 'must be later' })")).toEqual(['must be later'])
  })

  it('accepts texts of the catalog and values', () => {
    expect(checks("z.string().regex(/^a b$/, serverText('common.fields.id')).max(9)")).toEqual([])
  })
})

const sentences = (text: string) => findSentences({ file: 'lib/x/model.ts', text }).map((found) => found.text)

describe('findSentences', () => {
  it('finds a sentence in any place, also with values', () => {
    expect(sentences("const texts = { slow: 'This takes too long.' }")).toEqual(['This takes too long.'])
    expect(sentences('throw new ApiError(0, `Sightline responded with ${status}.`)')).toEqual([
      'Sightline responded with ….',
    ])
  })

  it('ignores descriptions of schemas, names and identifiers', () => {
    expect(sentences("const at = z.string().describe('The day of the last change.')")).toEqual([])
    expect(sentences("const names = ['Cold chain', 'Failed.', 'select 1 from a.']")).toEqual([])
  })
})

describe('findLiteralTexts', () => {
  it.each([
    ['text between tags', '<p>No users yet</p>', 'No users yet'],
    ['text in a fragment', '<>No users yet</>', 'No users yet'],
    ['a string in braces', "<p>{isOpen ? 'Close' : ''}</p>", 'Close'],
    ['a string after a condition', "<p>{isOpen && 'Close'}</p>", 'Close'],
    ['a template', '<p>{`${count} users`}</p>', '… users'],
    ['an attribute for screen readers', '<button aria-label="Close" />', 'Close'],
    ['an attribute with a template', '<i title={`${count} users`} />', '… users'],
    ['an attribute of a component', "<Field hint={isNew ? 'Needed' : hint} />", 'Needed'],
    ['the title of a toast', "toast.show({ kind: 'done', title: 'Users imported' })", 'Users imported'],
    ['the title of a page', "export const metadata: Metadata = { title: 'Users' }", 'Users'],
    ['an option', "const options = [{ value: 'a', label: 'First' }]", 'First'],
  ])('finds %s', (_, text, found) => {
    expect(texts(text)).toEqual([found])
  })

  it.each([
    ['a message', "<p title={t('title')}>{t('text')}</p>"],
    ['numbers and symbols', '<p>{count} · 12 – 3</p>'],
    ['code', '<code>listUsers</code>'],
    [
      'names that no language changes',
      '<p title="CSV">Sightline, SHA-256, name@example.com, https://example.com/a</p>',
    ],
    ['attributes that are not shown', '<p className="flex gap-2" id="users" />'],
    ['keys of messages in a table', "const columns = [{ label: 'columns.name' }, { label: 'email' }]"],
    ['comments', '<p>{/* nothing here */}</p>'],
  ])('ignores %s', (_, text) => {
    expect(texts(text)).toEqual([])
  })

  it('gives the line of each text', () => {
    expect(findLiteralTexts({ file: 'a.tsx', text: '<p>\n  <b>Users</b>\n</p>' })).toEqual([
      { file: 'a.tsx', line: 2, text: 'Users' },
    ])
  })
})

describe('hasWords', () => {
  it('removes names only as whole words', () => {
    expect(hasWords('PDF')).toBe(false)
    expect(hasWords('PDFs')).toBe(true)
    expect(hasWords('CSV, TSV or XLSX')).toBe(true)
  })
})

describe('checkLiteralTexts', () => {
  const forGood = Object.keys(literalForGood).map((file) => ({
    file,
    text: file.startsWith('lib/') ? "const text = 'Users are loading.'" : '<p>Users</p>',
  }))
  const found = listLiteralTexts([
    { file: 'components/a.tsx', text: '<p>Users</p>' },
    { file: 'components/a.test.tsx', text: '<p>Users</p>' },
    { file: 'lib/a.tsx', text: '<p>Users</p>' },
    ...forGood,
  ])

  it('reports text in a file that is not on the list', () => {
    expect(checkLiteralTexts(found, {})).toEqual(['components/a.tsx:1: "Users" is not in the catalog'])
    expect(checkLiteralTexts(found, { 'components/a.tsx': 1 })).toEqual([])
  })

  it('reports more texts than the list allows a file', () => {
    const more = listLiteralTexts([{ file: 'components/a.tsx', text: '<p title="Users">Users</p>' }, ...forGood])
    expect(checkLiteralTexts(more, { 'components/a.tsx': 1 })).toHaveLength(2)
  })

  it('reports a file on the list that has no literal text', () => {
    expect(checkLiteralTexts(found, { 'components/a.tsx': 1, 'components/b.tsx': 1 })).toEqual([
      expect.stringMatching(/^components\/b\.tsx: has no literal text/),
    ])
  })
})

describe('pruneWaiting', () => {
  it('removes finished texts and adds nothing', () => {
    const found = listLiteralTexts([
      { file: 'components/a.tsx', text: '<p title="Users">Users</p>' },
      { file: 'components/c.tsx', text: '<p>Users</p>' },
    ])
    expect(pruneWaiting(found, { 'components/a.tsx': 5, 'components/b.tsx': 1 })).toEqual({ 'components/a.tsx': 2 })
  })
})
