// @vitest-environment jsdom
import { createTranslator } from 'next-intl'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod'
import german from '@/lib/messages/de.json'
import { api } from './api'
import { describeError } from './describe-error'
import { setOwnTexts } from './own-texts'

beforeEach(() => setOwnTexts(createTranslator({ locale: 'de', messages: german, namespace: 'browser' })))
afterEach(() => vi.unstubAllGlobals())

const readFailure = (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', answer)
  return api
    .get('/api/x', undefined, z.object({ a: z.number() }))
    .catch((error: unknown) => describeError(error).message)
}

it.each([
  ['Sightline ist nicht erreichbar.', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['Sightline hat mit dem Status 502 geantwortet.', () => Promise.resolve(new Response('<html>', { status: 502 }))],
  ['Die Antwort wurde abgebrochen.', () => Promise.resolve(new Response('{"a":'))],
  ['Diese Seite versteht die Antwort nicht.', () => Promise.resolve(Response.json({ b: 1 }))],
])('a problem that the browser notices is described in the language of the page: %s', async (text, answer) => {
  expect(await readFailure(answer)).toContain(text)
})

it('an error of the page itself is described in the language of the page', () => {
  expect(describeError(new Error('x is not a function')).message).toBe('Auf dieser Seite ist ein Fehler aufgetreten.')
})
