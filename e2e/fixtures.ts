import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { defaultPreferences } from '@/lib/account/schema'
import type { Role } from '@/lib/access/permissions'
import { canaries, harnessLimits, startConsole, waitForIndex, type TestConsole } from '@/lib/testing/harness'
import { reportViolations, Watch } from './watch'

export { expect }

/** What the stand-in of these tests holds at first: enough for several screens of rows. Tests may add some. */
const inspectionsAtFirst = 240

/** How many inspections the service holds now, and the index of a console that has seen all of them. */
export const countInspections = ({ standin }: TestConsole) => standin.control.truth('both').length

/** Inspections of the index, as the console counts those that the service still has. */
async function countIndexed({ db }: TestConsole): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from inspections where missing_at is null and hydrated_modified_at = modified_at',
  )
  return rows[0]?.count ?? 0
}

interface WorkerFixtures {
  /** The console of this worker, with everything in its index. All its tests share it, one after another. */
  console: TestConsole
}

interface TestFixtures {
  /** Leaves the stand-in as the next test expects it. */
  calm: void
  /** Who is signed in; null for nobody. */
  role: Role | null
  /** Lets a test go on although the browser's console shows something like this. */
  tolerate: (pattern: RegExp) => void
  /** A page in a browser of its own, for somebody else at the same console; null for somebody who is not signed in. */
  openAs: (role: Role | null) => Promise<Page>
}

/** Signs a browser context in by a session row and its cookie. */
export async function signInContext(context: BrowserContext, console: TestConsole, role: Role): Promise<void> {
  const { cookie } = await console.signIn(role)
  // Only an https address may set a __Host- cookie by hand; Chromium then sends it to our loopback http as well.
  const url = console.url.replace('http:', 'https:')
  await context.addCookies([{ ...cookie, url, secure: true, httpOnly: true, sameSite: 'Lax' }])
}

/** Asks the console as somebody with this role, past every browser. @throws what it answered when it refused */
export async function askConsole(
  console: TestConsole,
  path: string,
  { role = 'admin', method = 'GET', body }: { role?: Role; method?: string; body?: unknown } = {},
): Promise<Record<string, unknown>> {
  const { cookie } = await console.signIn(role)
  const response = await fetch(`${console.url}${path}`, {
    method,
    headers: {
      cookie: `${cookie.name}=${cookie.value}`,
      origin: console.url,
      'x-requested-with': 'sightline',
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`)
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

/** Asks for a sync pass and waits until the index has the newest version of an inspection, with its document. */
export async function syncInspection(console: TestConsole, auditId: string): Promise<void> {
  const newest = console.standin.control.truth('both').find(({ audit_id: id }) => id === auditId)?.modified_at
  await askConsole(console, '/api/system/sync', { method: 'POST', body: {} })
  await expect
    .poll(async () => {
      const { rows } = await console.db.query<{ modified_at: Date | string }>(
        'select modified_at from inspections where audit_id = $1 and hydrated_modified_at = modified_at',
        [auditId],
      )
      const [row] = rows
      return row === undefined ? null : new Date(row.modified_at).toISOString()
    })
    .toBe(newest)
}

/** As the demo has it, whatever a test asked for. */
const usualUserRules = { usersPerSecond: 1_500, pendingMs: 0, validatedMs: 250, addsToJobs: true } as const

/** Takes back what a test did to the stand-in's ways, and waits for the index when it added inspections. */
async function calmDown(console: TestConsole): Promise<void> {
  const { control } = console.standin
  control.clearFaults()
  control.record(false)
  control.setPermissions('all')
  control.setLimits(harnessLimits)
  control.exports.set({ takesMs: null, failNext: 0, missNext: 0 })
  control.users.clearFailures()
  control.users.setRules(usualUserRules)
  await resetPreferences(console)
  for (const { id } of control.webhookStore.all()) control.webhookStore.change({ do: 'delete-webhook', id })
  await control.webhooks.flush()
  const count = countInspections(console)
  if ((knownCounts.get(console) ?? inspectionsAtFirst) === count) return
  knownCounts.set(console, count)
  if ((await countIndexed(console)) !== count) {
    await askConsole(console, '/api/system/sync', { method: 'POST', body: {} })
    await expect.poll(() => countIndexed(console)).toBe(count)
  }
  // The console keeps the count of the whole list for some seconds.
  await expect
    .poll(async () => (await askConsole(console, '/api/inspections?limit=1&include=total'))['totalAll'])
    .toBe(count)
}

/** They follow the person to the browser of the next test. */
async function resetPreferences(console: TestConsole): Promise<void> {
  const { rows } = await console.db.query<{ role: Role }>(
    `select role from users where email like 'robin.%' and preferences is not null and not preferences @> $1::jsonb`,
    [JSON.stringify(defaultPreferences)],
  )
  for (const { role } of rows)
    await askConsole(console, '/api/account/preferences', { role, method: 'PATCH', body: defaultPreferences })
}

/** What the last test left in the list of each console. */
const knownCounts = new WeakMap<TestConsole, number>()

export const test = base.extend<TestFixtures & { watch: Watch }, WorkerFixtures>({
  console: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      await using console = await startConsole({ standin: { inspections: inspectionsAtFirst } })
      await waitForIndex(console, inspectionsAtFirst)
      await use(console)
      for (const secret of [...Object.values(canaries), console.standin.control.webhooks.token()])
        if (console.output().includes(secret)) throw new Error('a secret was written to the log')
      if (/sl_[0-9A-Za-z]{40}/.test(console.output())) throw new Error('an API token was written to the log')
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  calm: [
    async ({ console }, use) => {
      await use()
      await calmDown(console)
    },
    { auto: true },
  ],
  baseURL: async ({ console }, use) => {
    await use(console.url)
  },
  role: ['admin', { option: true }],
  // oxlint-disable-next-line no-empty-pattern
  watch: async ({}, use) => {
    await use(new Watch())
  },
  tolerate: async ({ watch }, use) => {
    await use((pattern) => {
      watch.tolerated.push(pattern)
    })
  },
  context: async ({ context, console, role, watch }, use) => {
    await reportViolations(context)
    context.on('page', (page) => watch.follow(page))
    if (role !== null) await signInContext(context, console, role)
    await use(context)
  },
  openAs: async ({ browser, console, baseURL, watch }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (role) => {
      const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
      contexts.push(context)
      await reportViolations(context)
      context.on('page', (page) => watch.follow(page))
      if (role !== null) await signInContext(context, console, role)
      return await context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  page: async ({ page, watch }, use) => {
    await use(page)
    expect(await watch.finish(), 'what the browser must not see or say').toEqual([])
  },
})

/** Fails when the page is wider than the window, and names what sticks out. */
export async function expectNoOverflow(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const { documentElement: root } = document
        if (root.scrollWidth <= window.innerWidth) return []
        const wide = [...document.querySelectorAll('body *')].filter(
          (element) => element.getBoundingClientRect().right > window.innerWidth + 1,
        )
        return [root.scrollWidth, ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))]
      }),
    )
    .toEqual([])
}

/** Fails on any rule of WCAG 2.2 AA that axe can judge, naming rule and element; only of `part`, if given. */
export function expectAccessible(page: Page, part?: string): Promise<void> {
  return expectNoViolations(
    new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']),
    part,
  )
}

/** Only what another theme can change of a page that is accessible in one. */
export function expectReadable(page: Page, part?: string): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  return expectNoViolations(axe.withRules(['color-contrast', 'link-in-text-block']), part)
}

/** In the fast tests looks.spec.ts judges each page once, and a journey each of its dialogs in the light theme alone. */
const isFast = process.env['SIGHTLINE_FAST_BROWSER_TESTS'] === '1'

const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/**
 * All rules in the light theme, and then those of colours in the dark one: nothing else of a page depends on it. Only of
 * `part`, if given. Colours and dialogs that are on their way are judged as nobody sees them for long: nothing moves from
 * here on.
 */
export async function expectAccessibleInBoth(
  page: Page,
  { part, onTheme }: { part?: string; onTheme?: (theme: Theme) => Promise<void> } = {},
): Promise<void> {
  if (isFast) {
    if (part === openDialog) await expectAccessible(page, part)
    return
  }
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await (colorScheme === 'light' ? expectAccessible(page, part) : expectReadable(page, part))
    await onTheme?.(colorScheme)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

export const openDialog = '[role="dialog"], [role="alertdialog"]'

/**
 * The legacy mode judges within the page instead of in a new one for each call, and passed rules come without their nodes: the
 * same violations in a third of the time. It cannot look into frames of other origins, and there are none.
 */
async function expectNoViolations(axe: AxeBuilder, part: string | undefined): Promise<void> {
  const judged = (part === undefined ? axe : axe.include(part)).setLegacyMode(true)
  const { violations } = await judged.analyze()
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  )
  expect(told).toEqual([])
}
