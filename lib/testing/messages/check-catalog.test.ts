import { describe, expect, it } from 'vitest'
import { flatten } from './catalog-files'
import { checkCatalogs, checkMessage, checkWords, compareArguments, compareKeys } from './check-catalog'
import { avoidedWords } from './glossary-words'

const catalog = (entries: Record<string, string>) => new Map(Object.entries(entries))

describe('flatten', () => {
  it('names each message by its whole key', () => {
    expect([...flatten({ users: { title: 'Users', list: { empty: 'No users yet' } }, media: {} })]).toEqual([
      ['users.title', 'Users'],
      ['users.list.empty', 'No users yet'],
    ])
  })
})

describe('compareKeys', () => {
  it('reports keys that only one language has', () => {
    expect(compareKeys(catalog({ 'a.b': 'x', 'a.c': 'y' }), catalog({ 'a.c': 'y', 'a.d': 'z' }), 'de')).toEqual([
      'de: a.b is missing',
      'de: a.d is not in English',
    ])
  })
})

const check = (message: string, key = 'users.hint', language = 'en') => checkMessage(language, key, message)
const compare = (english: string, message: string) => compareArguments('de', 'k', english, message)

describe('checkMessage', () => {
  it('reports a message that does not call the connected service by its name', () => {
    for (const [language, message] of [
      ['en', 'Ask SafetyCulture.'],
      ['de', 'Der Dienst antwortet nicht: Grund vom Dienst.'],
      ['es', 'Esperando al servicio'],
      ['fr', 'La réponse du service est perdue.'],
    ] as const)
      expect(check(message, 'users.hint', language)).toEqual([
        `${language}: users.hint names the service. Use: {service}`,
      ])
    expect(check('Dienstkonto von {service}', 'users.hint', 'de')).toEqual([])
    expect(check('Cuenta de servicio', 'users.hint', 'es')).toEqual([])
    expect(check('En service depuis', 'users.hint', 'fr')).toEqual([])
  })

  it('accepts plurals, tags, apostrophes and sentences', () => {
    expect(check('Don’t import <b>{count, plural, one {# user} other {# users}}</b> of {site}.')).toEqual([])
  })

  it.each(['{count, plural, one {# user}', 'Only <b>Ada', '{count, sort}', '{}'])(
    'reports %s, which is not valid ICU',
    (text) => {
      expect(check(text)).toEqual([expect.stringContaining('en: users.hint cannot be read')])
    },
  )

  it('reports a plural and a choice without "other"', () => {
    expect(check('{count, plural, one {# user}}{kind, select, a {A}}')).toEqual([
      'en: users.hint has no "other" for count',
      'en: users.hint has no "other" for kind',
    ])
  })

  it('counts the longest branch, without syntax', () => {
    const long = 'x'.repeat(200)
    expect(check(`{count, plural, one {${long}} other {${long}}}{a_very_long_argument_name}`)).toEqual([])
    expect(check(`{count, plural, one {x} other {${long}}}${'y'.repeat(21)}`)).toEqual([
      'en: users.hint has 221 characters, at most 220 are allowed',
    ])
    expect(check(`${long}${long}`, 'users.hint', 'de')).toHaveLength(1)
    expect(check(long.padEnd(250, 'x'), 'users.hint', 'de')).toEqual([])
  })

  it('allows a button 30 characters', () => {
    expect(check('Import {count, plural, one {# user} other {# users}}', 'users.actions.import')).toEqual([])
    expect(check('Import all the users that are selected', 'users.actions.import')).toHaveLength(1)
  })

  it.each(['users.actions.go', 'users.title', 'users.theme.label', 'users.emptyTitle', 'users.labels.name'])(
    'reports a period at the end of %s',
    (key) => {
      expect(check('{count, plural, one {One.} other {Many}}', key)).toHaveLength(1)
      expect(check('Loading…', key)).toEqual([])
    },
  )

  it('reports a message without any text', () => {
    expect(check('{count, plural, =0 {} other { }}')).toEqual(['en: users.hint is empty'])
    expect(check('{count, plural, =0 {} other {# users}}')).toEqual([])
    expect(check('<time></time>')).toEqual([])
  })
})

describe('compareArguments', () => {
  it('accepts a plural when the other language only shows the number', () => {
    expect(compare('{count, plural, one {# file} other {# files}}', 'Dateien: {count, number}')).toEqual([])
  })

  it('reports arguments and tags that are missing, additional or of another kind', () => {
    expect(compare('<b>{name}</b> {at, date}', '{nome} {at}')).toEqual([
      'de: k: <b> is absent, in English it is tag',
      'de: k: name is absent, in English it is value',
      'de: k: at is value, in English it is date',
      'de: k: nome is value, in English it is absent',
    ])
  })

  it('reports branches of a choice with other names', () => {
    expect(compare('{kind, select, a {A} other {O}}', '{kind, select, b {A} other {O}}')).toHaveLength(1)
  })
})

describe('checkWords', () => {
  it.each([
    'Start anew',
    'Mend it',
    'It stands in the log',
    'Bring users in',
    'Brought in by Ada',
    'Shown by the service',
    'What the token’s owner sees',
    'Some of it',
    'It is gone',
    '{count, plural, one {# fault} other {# faults}}',
    '88 %',
    "Don't import",
    '3 staged changes',
    'The host answered with status 500',
  ])('reports the avoided word of %s', (message) => {
    expect(checkWords('en', 'k', message)).toHaveLength(1)
  })

  it.each([
    ['de', 'Das Geheimnis ist abgelaufen'],
    ['es', 'Copiar id'],
    ['fr', 'Supprimer {name} ?'],
    ['fr', 'Les « {name} »'],
    ['fr', "L'équipement"],
  ])('reports in %s that the text %s has something to avoid', (language, message) => {
    expect(checkWords(language, 'k', message)).toHaveLength(1)
  })

  it.each([
    ['es', 'Su nombre, o «id:» y su ID'],
    ['fr', 'Supprimer «\u00a0{name}\u00a0»\u00a0?'],
    ['fr', 'Importations et exportations'],
    ['de', "Erlaubt sind '{date}' und Ziffern"],
  ])('accepts in %s the text %s', (language, message) => {
    expect(checkWords(language, 'k', message)).toEqual([])
  })

  it.each(['By default', 'Recommended', 'The service account of {name}', 'F8 goes to the next error', 'Understood'])(
    'accepts %s',
    (message) => {
      expect(checkWords('en', 'k', message)).toEqual([])
    },
  )

  it('suggests words that are themselves allowed', () => {
    const words = Object.entries(avoidedWords).flatMap(([language, list]) =>
      list.filter(({ use }) => checkWords(language, 'k', use).length > 0),
    )
    expect(words).toEqual([])
  })
})

describe('checkCatalogs', () => {
  it('finds nothing wrong in two languages that agree', () => {
    const en = catalog({ 'users.title': 'Users', 'users.found': '{count, number} found' })
    const de = catalog({ 'users.title': 'Benutzer', 'users.found': '{count, number} gefunden' })
    expect(
      checkCatalogs(
        new Map([
          ['en', en],
          ['de', de],
        ]),
      ),
    ).toEqual([])
  })

  it('collects the problems of each language', () => {
    const en = catalog({ 'users.title': 'The service', 'users.found': '{count, number} found' })
    const de = catalog({ 'users.title': '{', 'users.found': '{anzahl, number} gefunden' })
    expect(
      checkCatalogs(
        new Map([
          ['en', en],
          ['de', de],
        ]),
      ),
    ).toHaveLength(4)
  })
})
