import { expect, it } from 'vitest'
import { assetsQuery, questionsQuery } from '@/lib/report/names-schema'
import { valuesMax } from './filter/filter-values'

it('one request can name all questions and all assets of a filter', () => {
  const values = Array.from({ length: valuesMax }, (_, index) => `value ${index}`)
  expect(questionsQuery.safeParse({ key: values }).success).toBe(true)
  expect(assetsQuery.safeParse({ ref: values }).success).toBe(true)
  expect(questionsQuery.safeParse({ key: [...values, 'one more'] }).success).toBe(false)
})
