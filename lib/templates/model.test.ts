import { describe, expect, it } from 'vitest'
import { rateScore } from './model'

describe('the rating of a score', () => {
  it.each([
    [0, 'bad'],
    [49.9, 'bad'],
    [50, 'attention'],
    [79.99, 'attention'],
    [80, 'good'],
    [100, 'good'],
  ])('for %d is %s by default', (percentage, rating) => {
    expect(rateScore(percentage, { isCompleted: true })).toBe(rating)
  })

  it('follows the thresholds of the template', () => {
    const thresholds = { attentionFrom: 90, goodFrom: 100 }
    expect([89, 95, 100].map((score) => rateScore(score, { thresholds, isCompleted: true }))).toEqual([
      'bad',
      'attention',
      'good',
    ])
  })

  it('is neutral while the inspection is in progress, and without a score', () => {
    expect(rateScore(12, { isCompleted: false })).toBe('neutral')
    expect(rateScore(null, { isCompleted: true })).toBe('neutral')
  })
})
