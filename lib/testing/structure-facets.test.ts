import type { ObjectExpression } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { type Code, lineAt, nameOf, parseCode, walk } from './messages/syntax'
import { isTest, readSources } from './sources'

/** The name of a function that gives words in the reader's language. */
const ofTexts = /^(?:t|states|texts|words|(?:describe|label|name)[A-Z]\w*)$/

const propertyOf = (node: ObjectExpression, name: string) =>
  node.properties.flatMap((each) => (each.type === 'Property' && nameOf(each.key) === name ? [each.value] : []))[0]

/**
 * Columns that are filtered by the text of their cells although it is translated. Their addresses would mean something
 * else in every language.
 */
function findTranslatedKeys(code: Code): string[] {
  const found: string[] = []
  walk(parseCode(code), (node) => {
    if (node.type !== 'ObjectExpression') return true
    const value = propertyOf(node, 'value')
    const facet = propertyOf(node, 'facet')
    if (value === undefined || facet?.type !== 'ObjectExpression') return true
    // A column that only offers groups has no values in the address. `...wordFacet()` has its own keys.
    const isSafe = ['keyOf', 'isGroupOnly'].some((name) => propertyOf(facet, name) !== undefined)
    if (isSafe) return true
    walk(value, (part) => {
      const name = part.type === 'CallExpression' ? nameOf(part.callee) : null
      if (name !== null && ofTexts.test(name)) found.push(`${code.file}:${lineAt(code.text, node.start)}`)
      return true
    })
    return true
  })
  return found
}

describe('a column with a filter', () => {
  it('has the same values in the address in every language', () => {
    const columns = readSources().filter(
      ({ file, text }) => file.endsWith('.tsx') && !isTest(file) && /facet: /.test(text),
    )
    expect(columns.length).toBeGreaterThan(5)
    expect(columns.flatMap(findTranslatedKeys)).toEqual([])
  })

  it.each([
    ['const x = { value: ({ state }) => t(`states.${state}`), facet: { noun } }', 1],
    ['const x = { value: (row) => nameStatus(row.state), facet: { noun } }', 1],
    ['const x = { value: (row) => t(row.state), facet: { noun, keyOf } }', 0],
    ['const x = { value: (row) => t(row.state), facet: { noun, isGroupOnly: true } }', 0],
    ['const x = { value: ({ name }) => name, facet: { noun: t("noun") } }', 0],
  ])('is checked in %s', (text, count) => {
    expect(findTranslatedKeys({ file: 'x.tsx', text })).toHaveLength(count)
  })
})
