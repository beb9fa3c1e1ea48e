import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { installServerTexts } from '@/lib/messages/server-catalogs'
import { renderText } from '@/lib/server-text'
import { parseInput } from '@/lib/web/query'
import { AppError } from './errors'

const schema = z.strictObject({
  name: z.string().min(1).max(5),
  kind: z.enum(['a', 'b']),
  count: z.number().int().min(1).max(9),
  mail: z.email(),
  at: z.iso.datetime(),
  list: z.array(z.string()).min(1).max(2),
  either: z.union([z.string(), z.number()]).optional(),
})
const good = { name: 'x', kind: 'a', count: 1, mail: 'a@b.example', at: '2026-11-25T10:00:00Z', list: ['x'] }

function wrongFields(change: object): Record<string, string> {
  try {
    parseInput(schema, { ...good, ...change })
  } catch (error) {
    if (error instanceof AppError) return error.details.fields ?? {}
    throw error
  }
  return {}
}

describe('a problem with input', () => {
  it.each([
    [{ name: undefined }, { name: 'is missing' }],
    [{ name: 5 }, { name: 'must be text' }],
    [{ name: '' }, { name: 'must not be empty' }],
    [{ name: 'abcdef' }, { name: 'is longer than 5 characters' }],
    [{ kind: 'secret' }, { kind: 'is not one of: a, b' }],
    [{ count: 0 }, { count: 'is less than 1' }],
    [{ count: 10 }, { count: 'is more than 9' }],
    [{ count: 1.5 }, { count: 'must be a whole number' }],
    [{ mail: 'no' }, { mail: 'is not a valid email address' }],
    [{ at: 'today' }, { at: 'is not a valid time' }],
    [{ list: [] }, { list: 'needs at least 1 entry' }],
    [{ list: ['1', '2', '3'] }, { list: 'has more than 2 entries' }],
    [{ either: true }, { either: 'is not valid' }],
    [{ more: 1 }, { body: 'has unknown fields: more' }],
  ])('in %j is reported for its field', (change, fields) => {
    const wrong = wrongFields(change)
    expect(Object.fromEntries(Object.entries(wrong).map(([name, text]) => [name, renderText(text, 'en')]))).toEqual(
      fields,
    )
  })

  it('is written in the language of the reader', async () => {
    await installServerTexts(['en', 'de'])
    expect(renderText(wrongFields({ mail: 'no' })['mail'] ?? '', 'de')).toBe('ist keine gültige E-Mail-Adresse')
  })
})
