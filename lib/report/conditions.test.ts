import { describe, expect, it } from 'vitest'
import { installServerTexts } from '@/lib/messages/server-catalogs'
import { renderText } from '@/lib/server-text'
import { describeCondition, readResponseLabels } from './conditions'

const labels = readResponseLabels({
  response_sets: {
    a: { responses: [{ id: 'R-1', label: 'Poor' }, { id: 'r-2', label: '', short_label: 'F' }, 7] },
    b: null,
  },
})
const words = (condition: unknown, values?: unknown, language: 'de' | 'en' = 'en') => {
  const text = describeCondition({ condition, values }, labels)
  return text === null ? null : renderText(text, language)
}

describe('a condition in words', () => {
  it.each([
    ['3f206182-e4f6-11e1-aff1-0800200c9a66', ['r-1'], 'the answer is “Poor”'],
    ['3F206184-E4F6-11E1-AFF1-0800200C9A66', ['r-1', 'R-2', 'r-3'], 'the answer is “Poor”, “F” or “r-3”'],
    ['35f6c133-e500-11e1-aff1-0800200c9a66', ['8bcfbf01-e11b-11e1-9b23-0800200c9a66'], 'the answer is not “No”'],
    ['cda7c332-e500-11e1-aff1-0800200c9a66', ['5'], 'the value is 5'],
    ['cda7c336-e500-11e1-aff1-0800200c9a66', [2, 8], 'the value is between 2 and 8'],
    ['4e671f40-e4ff-11e1-aff1-0800200c9a66', ['8bcfbf00-e11b-11e1-9b23-0800200c9a66'], 'it is checked'],
    ['6ff300f1-e501-11e1-aff1-0800200c9a66', null, 'the text is not empty'],
    ['6ff300f0-e501-11e1-aff1-0800200c9a66', ['$& “x”'], 'the text is “$& “x””'],
    ['8259d901-12e3-11e4-9191-0800200c9a66', ['j'], 'the code is not “j”'],
  ])('is correct for %s with %j', (condition, values, expected) => {
    expect(words(condition, values)).toBe(expected)
  })

  it('is null if the condition is unknown, is not a text, or lacks the value to compare with', () => {
    expect(words('11111111-e4f6-11e1-aff1-0800200c9a66', ['r-1'])).toBeNull()
    expect(words('__proto__', ['r-1'])).toBeNull()
    expect(words({}, 5)).toBeNull()
    expect(words('cda7c332-e500-11e1-aff1-0800200c9a66', [])).toBeNull()
    expect(words('cda7c336-e500-11e1-aff1-0800200c9a66', [2])).toBeNull()
  })

  it('is written in the language of the person', async () => {
    await installServerTexts(['en', 'de'])
    const isOneOf = '3F206184-E4F6-11E1-AFF1-0800200C9A66'
    expect(words(isOneOf, ['r-1', 'R-2', 'r-3'], 'de')).toBe('die Antwort „Poor“, „F“ oder „r-3“ ist')
    expect(words('cda7c336-e500-11e1-aff1-0800200c9a66', [2, 8], 'de')).toBe('der Wert zwischen 2 und 8 liegt')
    expect(words('6ff300f1-e501-11e1-aff1-0800200c9a66', null, 'de')).toBe('der Text nicht leer ist')
  })
})
