import { describe, expect, it } from 'vitest'
import { startsWords } from './picker-option'

describe('searching a list', () => {
  it('finds options by the beginnings of words, with or without accents', () => {
    expect(startsWords('Asia/Tokyo', 'tok')).toBe(true)
    expect(startsWords('Antarctica/Vostok', 'tok')).toBe(false)
    expect(startsWords('América/São Paulo', 'sao pau')).toBe(true)
    expect(startsWords('Forklift pre-start check', 'start fork')).toBe(true)
    expect(startsWords('Forklift pre-start check', 'start fire')).toBe(false)
    expect(startsWords('Kitchen', '')).toBe(true)
  })
})
