import { expect, it } from 'vitest'
import { readTestKinds } from './test-kinds'

// In parts, so that this file is of neither kind.
const page = ['// @vitest', 'environment jsdom\n'].join('-')
const mocks = ['vi', "mock('./a')\n"].join('.')

const kindOf = (text: string) => readTestKinds([{ file: 'lib/a.test.ts', text, imports: [] }]).get('lib/a.test.ts')

it('lets files with a page share a process, unless they change it in a way that nothing undoes', () => {
  expect(kindOf(page)).toBe('page')
  expect(kindOf(page + mocks)).toBe('alone')
  expect(kindOf('')).toBe('pure')
})
