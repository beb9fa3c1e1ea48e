// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NuqsTestingAdapter, type OnUrlUpdateFunction } from 'nuqs/adapters/testing'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { Invitation, Invited } from '@/lib/people/invitation-schema'
import type { PeopleList, Person } from '@/lib/people/list-schema'
import { PeoplePage } from './people-page'

const at = '2026-11-20T10:00:00.000Z'
const id = (last: number) => `6f1b2a52-1111-4222-8333-44445555000${last}`

const makePerson = (name: string, index: number, more: Partial<Person> = {}): Person => ({
  userId: id(index),
  name,
  email: `${name.toLowerCase()}@example.com`,
  role: 'viewer',
  isDisabled: false,
  methods: ['password'],
  secondFactors: [],
  lastSeenAt: at,
  createdAt: at,
  ...more,
})

const invitation: Invitation = {
  invitationId: id(9),
  email: 'ines@example.com',
  name: null,
  role: 'editor',
  invitedByName: 'Ann',
  createdAt: at,
  expiresAt: at,
  isExpired: false,
  emailedAt: null,
  emailError: 'The mail server could not be reached.',
}

const list: PeopleList = {
  people: [
    makePerson('Ann', 1, { role: 'admin', methods: ['password', 'passkey'], secondFactors: ['app', 'passkey'] }),
    makePerson('Bob', 2, { isDisabled: true }),
  ],
  invitations: [invitation],
  isMailed: true,
}

const outcome: Invited = {
  results: [
    {
      text: 'kim@example.com',
      name: null,
      address: 'kim@example.com',
      outcome: 'invited',
      invitation: {
        invitationId: id(8),
        link: 'https://console.test/invitation#once',
        expiresAt: at,
        mail: 'failed',
        mailError: 'The mail server could not be reached.',
      },
    },
    { text: 'nobody', name: null, address: null, outcome: 'invalid', invitation: null },
    { text: 'ann@example.com', name: null, address: 'ann@example.com', outcome: 'member', invitation: null },
  ],
}

let root: Root
let place: HTMLDivElement
let addresses: string[]
const sent: Array<{ path: string; body: unknown }> = []
const json = (value: unknown) => new Response(JSON.stringify(value))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  sent.length = 0
  addresses = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'POST') sent.push({ path, body: JSON.parse(init.body as string) })
    return Promise.resolve(json(init.method === 'POST' ? outcome : list))
  })
  place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
})
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

const onUrlUpdate: OnUrlUpdateFunction = ({ queryString }) => addresses.push(queryString)

async function open(searchParams = ''): Promise<void> {
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <NuqsTestingAdapter searchParams={searchParams} onUrlUpdate={onUrlUpdate} hasMemory rateLimitFactor={0}>
          <TooltipProvider>
            <ToastProvider>
              <PeoplePage hasMailbox={false} />
            </ToastProvider>
          </TooltipProvider>
        </NuqsTestingAdapter>
      </QueryClientProvider>,
    ),
  )
  await vi.waitFor(() => expect(place.querySelector('output')?.textContent).toMatch(/people|person/))
}

const rows = () => [...place.querySelectorAll('tbody tr')].map((row) => row.textContent)
const find = (name: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('button, a')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  )
  if (found === undefined) throw new Error(`nothing is called ${name}`)
  return found
}
/** Chooses an option of a menu. */
async function choose(menu: string, option: string): Promise<void> {
  await act(async () => find(menu).click())
  const findOption = () =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitemradio]')].find((one) => one.textContent === option)
  await act(() => vi.waitFor(() => expect(findOption()).toBeDefined()))
  await act(async () => findOption()?.click())
}
/** Searches only the table, because the menu of orders has the same labels. */
const clickHead = (name: string) =>
  act(async () =>
    [...place.querySelectorAll<HTMLElement>('th button')].find((one) => one.textContent === name)?.click(),
  )
const click = (name: string) => act(async () => find(name).click())

describe('the page of people', () => {
  it('lists accounts and invitations with sign-in methods and email errors', async () => {
    await open()
    const [ann = '', bob = '', ines = ''] = rows()
    expect(ann).toContain('Password, Passkey')
    expect(ann).toContain('Authenticator app, Passkey')
    expect(bob).toContain('Disabled')
    expect(ines).toContain('Invited, not emailed')
    expect(ines).toContain('The mail server could not be reached.')
    // The same on phones.
    expect(place.querySelectorAll('ul[aria-label="People"] > li')).toHaveLength(3)
  })

  it('shows the people that its address asks for, and downloads the same', async () => {
    await open('?state=disabled&role=viewer&sort=seen&order=down')
    expect(rows()).toHaveLength(1)
    expect(place.querySelector('output')?.textContent).toBe('1 of 3 people')
    expect(find('Download CSV').getAttribute('href')).toMatch(
      /^\/api\/people\/export\?role=viewer&state=disabled&sort=seen&order=down&tz=/,
    )
  })

  it('sorts by a column in both directions, and keeps the order in its address', async () => {
    await open()
    await clickHead('Role')
    await vi.waitFor(() => expect(addresses.at(-1)).toBe('?sort=role'))
    await clickHead('Role')
    await vi.waitFor(() => expect(addresses.at(-1)).toBe('?sort=role&order=down'))
    expect(place.querySelector('[aria-sort]')?.getAttribute('aria-sort')).toBe('descending')
  })

  it('sorts by email and in reverse without column headers', async () => {
    await open()
    await choose('Sort by: Name', 'Email')
    await vi.waitFor(() => expect(addresses.at(-1)).toBe('?sort=email'))
    await choose('Sort by: Email', 'Reverse order')
    await vi.waitFor(() => expect(addresses.at(-1)).toBe('?sort=email&order=down'))
    expect(rows().map((row) => /\w+@/.exec(row)?.[0])).toEqual(['ines@', 'Bobbob@', 'Annann@'])
    // Large screens have no header for this order.
    expect(find('Sort by: Email').className).not.toContain('hidden')
  })

  it('says that no people match, and can clear the filters', async () => {
    await open('?q=zzz')
    expect(place.textContent).toContain('No people match')
    await click('Clear filters')
    expect(rows()).toHaveLength(3)
  })

  it('invites the pasted addresses and shows the result for each', { tags: ['full'] }, async () => {
    await open()
    await click('Invite people')
    const area = document.querySelector('textarea')
    if (area === null) throw new Error('no field')
    const text = 'kim@example.com, nobody ann@example.com'
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text)
      area.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await click('Invite 2 people')
    expect(sent).toEqual([
      { path: '/api/people/invitations', body: { addresses: text, role: 'viewer', language: 'en' } },
    ])
    await vi.waitFor(() =>
      expect(document.querySelector('[data-link]')?.textContent).toBe('https://console.test/invitation#once'),
    )
    const dialog = document.querySelector('[role=dialog]')?.textContent ?? ''
    for (const words of ['Invited 1 person', 'Not emailed', 'Not an email address', 'Already has an account'])
      expect(dialog).toContain(words)
  })
})
