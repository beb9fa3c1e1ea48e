import { describe, expect, it } from 'vitest'
import { checkMessages } from './report'

describe('the messages of the console', () => {
  it.each(checkMessages())('have no problem in: $title', ({ problems }) => {
    expect(problems).toEqual([])
  })
})
