import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { expect, it } from 'vitest'
import { placeApi } from './data'

it('the API description of a console under a path contains that path and its own session cookie, and is otherwise unchanged', () => {
  const text = readFileSync('lib/openapi/openapi.json', 'utf8')
  expect(placeApi(text, '')).toBe(text)
  const moved = placeApi(text, '/sightline', '__Host-session-sightline')
  const { servers } = z.looseObject({ servers: z.unknown() }).parse(JSON.parse(moved))
  expect(servers).toEqual([{ url: '/sightline', description: 'This console' }])
  const back = JSON.parse(
    moved.replace('"url":"/sightline"', '"url":"/"').replace('"__Host-session-sightline"', '"__Host-session"'),
  ) as unknown
  expect(back).toEqual(JSON.parse(text))
})
