import { createTranslator } from 'use-intl/core'
import { describe, expect, it } from 'vitest'
import { readMessages } from '@/lib/messages/catalog'
import { knownTypes } from './answers'
import { buildReport } from './model'
import {
  inspectionOfMedia,
  labelOfResponse,
  namesIn,
  placeNameOf,
  type ReportNames,
  storedNames,
  titleOf,
  titleOfItem,
  titleOfMedia,
  writePlaceName,
} from './names-model'

const namesOf = async (locale: 'de' | 'en'): Promise<ReportNames> =>
  namesIn(createTranslator({ locale, messages: await readMessages(locale), namespace: 'reportNames' }))
const german = await namesOf('de')
const titleIn = (title: string) => titleOfMedia({ title }, german)
const answerable = [...knownTypes].filter((type) => type !== 'element' && type !== 'primeelement')

describe('what has no name in a document', () => {
  const { items } = buildReport({
    items: [
      { item_id: 'g', type: 'dynamicfield', label: 'Leiter' },
      { item_id: 'e1', parent_id: 'g', type: 'element' },
      { item_id: 't', parent_id: 'e1', type: 'textsingle' },
      { item_id: 'own', type: 'text', label: 'Step 2 of 3' },
      { item_id: 'loose', type: 'element' },
      { item_id: 'new', type: 'constructor' },
    ],
  })
  const titles = (names: ReportNames) => Object.fromEntries(items.map((item) => [item.key, titleOfItem(item, names)]))

  it('is named in German for a person who reads German, and own labels stay as they are', () => {
    expect(titles(german)).toEqual({
      g: 'Leiter',
      e1: 'Leiter 1 von 1',
      t: 'Text ohne Bezeichnung',
      own: 'Step 2 of 3',
      loose: 'Eintrag 1 von 1',
      new: '„constructor“ ohne Bezeichnung',
    })
    expect(titleOf({ title: null, templateName: 'Round' }, german)).toBe('Round ohne Titel')
    const [, entry] = items
    const place = entry && placeNameOf(entry)
    expect(place && writePlaceName({ ...place, entry: { ordinal: 0, of: 0 } }, german)).toBe('Leiter (Muster)')
  })

  it('has the same name on English screens as in what is stored', async () => {
    const english = await namesOf('en')
    expect(titles(english)).toEqual(titles(storedNames))
    for (const type of answerable) expect(english.item(type)).toBe(storedNames.item(type))
  })
})

describe('a stored English name', () => {
  it('of a file is replaced by the German one for every type of items', () => {
    expect(titleIn('Attachment of the inspection')).toBe('Anhang der Inspektion')
    expect(titleIn('Unnamed date and time')).toBe('Datum und Uhrzeit ohne Bezeichnung')
    expect(titleIn('Entry 2 of 3')).toBe('Eintrag 2 von 3')
    for (const type of answerable) {
      expect(titleIn(storedNames.item(type))).toBe(german.item(type))
      expect(german.item(type)).not.toContain('„')
    }
  })

  it('of a response or an inspection is replaced by the German one', () => {
    expect(labelOfResponse('Response without a label', german)).toBe('Antwort ohne Bezeichnung')
    expect(inspectionOfMedia({ inspectionTitle: 'Untitled inspection', templateName: null }, german)).toBe(
      'Inspektion ohne Titel',
    )
    expect(inspectionOfMedia({ inspectionTitle: 'Untitled Round', templateName: 'Round' }, german)).toBe(
      'Round ohne Titel',
    )
  })

  it('stays if a person wrote it', () => {
    for (const own of ['Step 2 of 3', 'Unnamed road', 'Entry', 'constructor']) expect(titleIn(own)).toBe(own)
    expect(labelOfResponse('Yes', german)).toBe('Yes')
    expect(inspectionOfMedia({ inspectionTitle: 'Untitled Round', templateName: 'Other' }, german)).toBe(
      'Untitled Round',
    )
  })
})
