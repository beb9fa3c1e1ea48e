import { readFileSync } from 'node:fs'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { activityQueries, firstPageOf } from './queries'
import { activityQuery } from './schema'

afterEach(() => vi.unstubAllGlobals())

it('the list that is sent with the page is the one that the browser asks for', async () => {
  const asked: string[] = []
  vi.stubGlobal('location', { href: 'http://console.test/' })
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return Response.json({ entries: [], after: null, counts: null })
  })
  await new QueryClient().fetchInfiniteQuery(activityQueries.page({}))
  const { searchParams } = new URL(asked[0] ?? '', 'http://console.test/')
  const { include, steps } = activityQuery.parse(firstPageOf({}))
  expect(Object.fromEntries(searchParams)).toEqual({ include: include?.join(), steps })
  const page = readFileSync(new URL('../../app/(console)/activity/page.tsx', import.meta.url), 'utf8')
  expect(page).toContain('listActivity(actor, activityQuery.parse(firstPageOf({})))')
})
