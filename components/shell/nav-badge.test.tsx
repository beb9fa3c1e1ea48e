// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRoot, type Root } from '@/components/testing-root'
import { ZoneContext } from '@/lib/browser/preferences/zone'
import { useNavBadges } from './nav-badge'

let root: Root
let zones: Array<string | null>

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  zones = []
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, location.href)
    if (pathname === '/api/overview/attention') zones.push(searchParams.get('tz') ?? searchParams.get('zone'))
    return Response.json({ code: 'unavailable', detail: 'Away.', requestId: 'r' }, { status: 503 })
  })
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

function Badges() {
  useNavBadges()
  return null
}

it('counts overdue follow-ups in the zone of the person, like Overview, when an address names another zone', async () => {
  const zone = { choice: 'Asia/Tokyo', preferred: 'Europe/Dublin', reported: 'UTC', setChoice: () => {} }
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ZoneContext value={zone}>
          <Badges />
        </ZoneContext>
      </QueryClientProvider>,
    ),
  )
  expect(zones).toEqual(['Europe/Dublin'])
})
