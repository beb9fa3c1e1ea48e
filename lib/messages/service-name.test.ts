import { createTranslator } from 'use-intl/core'
import { describe, expect, it } from 'vitest'
import { nameService } from './service-name'

describe('the name of the connected service', () => {
  it('is inserted into every message that mentions it, even in branches and tags', () => {
    const messages = nameService(
      {
        a: { plain: 'Nothing to name', sole: '{service}', said: '<b>{service}</b> says: {reason}' },
        count: '{count, plural, one {# row of {service}} other {# rows of {service}}}',
      },
      "Ada's Audits",
    )
    const t = createTranslator({ locale: 'en', messages })
    expect(t('a.plain')).toBe('Nothing to name')
    expect(t('a.sole')).toBe("Ada's Audits")
    expect(t.markup('a.said', { b: (text) => `*${text}*`, reason: 'no' })).toBe("*Ada's Audits* says: no")
    expect(t('count', { count: 2 })).toBe("2 rows of Ada's Audits")
  })

  it('is inserted into messages that the build has compiled', () => {
    const name = "Ada's Audits"
    const compiled = {
      plain: 'Nothing to name',
      said: [['b', ['service']], ' says: ', ['reason']],
      count: [['count', 1, { one: [['#'], ' row of ', ['service']], other: 'none' }]],
      formatted: [['service', 2, { style: 'percent' }]],
    }
    expect(nameService(compiled, name)).toEqual({
      plain: 'Nothing to name',
      said: [['b', name], ' says: ', ['reason']],
      count: [['count', 1, { one: [['#'], ' row of ', name], other: 'none' }]],
      formatted: [['service', 2, { style: 'percent' }]],
    })
  })
})
