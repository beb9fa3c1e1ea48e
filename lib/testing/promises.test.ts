import { describe, expect, it } from 'vitest'
import { fullTag, promiseTable, type TestedPromise } from './promises'
import { readSources, type Source } from './sources'

interface Tag {
  id: string
  file: string
  /** Whether its test runs in the fast tier. */
  isFast: boolean
}

/** The tags of a test file: `tags: ['S1']` of Vitest, `tag: ['@smoke', '@S1']` of Playwright. */
function readTags({ file, text }: Source): Tag[] {
  const isBrowser = file.startsWith('e2e/') && file.endsWith('.spec.ts')
  if (!isBrowser && !/\.test\.tsx?$/.test(file)) return []
  // The options come directly after the name of a test.
  const lists = text.matchAll(/['`],\s*\{\s*(?:timeout: \w+,\s*)?tags?: (\[[^\]]*\]|'[^']*')/g)
  return [...lists].flatMap(([, list = '']) => {
    const names = [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name.replace(/^@/, ''))
    const isFast = isBrowser ? names.includes('smoke') : !/\.slow\.test\.tsx?$/.test(file) && !names.includes(fullTag)
    return names.filter((name) => name !== 'smoke' && name !== fullTag).map((id) => ({ id, file, isFast }))
  })
}

// This file contains tags as examples.
const tags = readSources()
  .filter(({ file }) => file !== 'lib/testing/promises.test.ts')
  .flatMap(readTags)
const promises: Array<[string, TestedPromise]> = Object.entries(promiseTable)

describe('the promises', () => {
  it('each have a test', () => {
    const tested = new Set(tags.map(({ id }) => id))
    expect(promises.map(([id]) => id).filter((id) => !tested.has(id))).toEqual([])
  })

  it('each have a test in the fast tier, or a reason why they have none', () => {
    const fast = new Set(tags.filter(({ isFast }) => isFast).map(({ id }) => id))
    const missing = promises.filter(([id, { fullOnly }]) => fullOnly === undefined && !fast.has(id))
    expect(missing.map(([id]) => id)).toEqual([])
    const needless = promises.filter(([id, { fullOnly }]) => fullOnly !== undefined && fast.has(id))
    expect(needless.map(([id]) => id)).toEqual([])
  })

  it('are the only tags, besides those of the tiers', () => {
    expect(tags.filter(({ id }) => !(id in promiseTable))).toEqual([])
  })

  it('name only steps that the full run has', () => {
    const steps = readSources().find(({ file }) => file === 'lib/testing/run/steps.ts')?.text ?? ''
    expect(promises.filter(([, { step }]) => step !== undefined && !steps.includes(`'${step}'`))).toEqual([])
  })
})

const source = (file: string, text: string) => ({ file, text, imports: [] })

describe('reading tags', () => {
  it('finds tags of Vitest, which are fast unless the file is slow or the case is left to the full tier', () => {
    const text = `it('a', { tags: ['S1', 'R2'] }, () => {})\nit('c', { tags: ['S4', 'full'] }, () => {})\ndescribe('b', { tags: 'S3', timeout: 5 }, () => {})`
    expect(readTags(source('lib/a.test.ts', text)).map(({ id, isFast }) => [id, isFast])).toEqual([
      ['S1', true],
      ['R2', true],
      ['S4', false],
      ['S3', true],
    ])
    expect(readTags(source('lib/a.slow.test.ts', text)).every(({ isFast }) => !isFast)).toBe(true)
    expect(readTags(source('lib/a.ts', text))).toEqual([])
  })

  it('finds tags of Playwright, which are fast together with @smoke', () => {
    const text = `test('a', { tag: ['@smoke', '@S1'] }, () => {})\ntest('b', { tag: '@S2' }, () => {})`
    expect(readTags(source('e2e/a.spec.ts', text)).map(({ id, isFast }) => [id, isFast])).toEqual([
      ['S1', true],
      ['S2', false],
    ])
  })
})
