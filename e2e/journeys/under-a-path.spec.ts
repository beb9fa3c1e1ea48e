import { type Page, test } from '@playwright/test'
import { pathOf } from '@/lib/base-path'
import { ensureBuild } from '@/lib/launch/build'
import { type RealIssuer, startRealIssuer } from '@/lib/testing/oidc/real-issuer'
import { adminEmail, canaries, startConsole, waitForIndex, type TestConsole } from '@/lib/testing/harness'
import { askConsole, expect, openWith } from '../fixtures'
import { expectOriginal, findFile, save } from './files'
import { reportViolations, Watch } from '../watch'
import { dropFile } from './users-screens'

const basePath = '/tools/sightline'
/** A separate build, because the path is part of it. */
const distDir = '.next-under-a-path'
const inspections = 60
const password = 'tidal-cobalt-fern-8-orbit'

async function build(): Promise<void> {
  // The tests set the condition react-server, which would build the server's half of React for browsers.
  const env = { ...process.env, NODE_OPTIONS: '', BASE_PATH: basePath, SIGHTLINE_DIST_DIR: distDir }
  expect(await ensureBuild(process.cwd(), { distDir, env, say: () => {} })).toBe(0)
}

async function signIn(page: Page, app: TestConsole): Promise<void> {
  await page.goto(`${app.url}/inspections?result=failed`)
  await expect(page).toHaveURL(`${app.url}/sign-in?next=%2Finspections%3Fresult%3Dfailed`)
  await page.getByLabel('Email').fill(adminEmail)
  await page.getByLabel('Password', { exact: true }).fill(canaries.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${app.url}/inspections?result=failed`)
}

/** Opens the address of a report from the list, follows a link to another page, and goes back. */
async function readReport(page: Page, app: TestConsole): Promise<void> {
  const link = page.getByRole('grid', { name: 'Inspections' }).locator('tbody tr[aria-rowindex] a').first()
  await expect(link).toBeVisible()
  const address = new URL((await link.getAttribute('href')) ?? '', app.url).href
  expect(address).toMatch(new RegExp(`^${app.url}/inspections/audit_`))
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Media' }).click()
  await expect(page).toHaveURL(`${app.url}/media`)
  await page.goBack()
  // The address of a report may also contain the list that it was opened from.
  await expect(page).toHaveURL(({ origin, pathname }) => origin + pathname === address)
}

async function seeFiles(page: Page, app: TestConsole): Promise<void> {
  const photo = await findFile(app, 'jpg')
  await page.goto(`${app.url}/inspections/${photo.auditId}?tab=media&media=${photo.mediaId}`)
  expect(await expectOriginal(page.getByRole('dialog'))).toBeGreaterThan(400)
  const { bytes } = await save(page, () =>
    page
      .getByRole('dialog')
      .getByRole('link', { name: /^Download/ })
      .first()
      .click(),
  )
  expect(bytes.byteLength).toBeGreaterThan(1_000)
  // The pages of a PDF are drawn by a worker, whose script must load from this path too.
  const pdf = await findFile(app, 'pdf')
  await page.goto(`${app.url}/inspections/${pdf.auditId}?tab=media&media=${pdf.mediaId}`)
  await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible()
}

async function exportPdf(page: Page, app: TestConsole): Promise<void> {
  app.standin.control.exports.set({ takesMs: 0 })
  const { auditId } = await findFile(app, 'jpg')
  await page.goto(`${app.url}/inspections/${auditId}`)
  const make = page.getByRole('menuitem', { name: 'Create PDF' })
  await openWith(page.getByRole('button', { name: 'Export' }), make)
  await make.click()
  const ready = page.getByRole('button', { name: 'Download PDF' })
  await expect(ready).toBeVisible()
  const { bytes } = await save(page, () => ready.click())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
}

async function invite(page: Page, theirs: Page, app: TestConsole): Promise<void> {
  const email = 'noor.lind@sightline.test'
  await page.goto(`${app.url}/settings/people`)
  await page.getByRole('button', { name: 'Invite people' }).click()
  await page.getByLabel('Email addresses').fill(email)
  await page.getByRole('button', { name: 'Invite 1 person' }).click()
  await page.getByRole('dialog', { name: 'Invited 1 person' }).getByRole('button', { name: 'Done' }).click()
  const mail = app.mails().find(({ to }) => to.includes(email))
  const [link = ''] = /http:\S+\/invitation#\S+/.exec(mail?.text ?? '') ?? []
  expect(link.startsWith(`${app.url}/invitation#`)).toBe(true)
  await theirs.goto(link)
  await theirs.getByLabel('Your name').fill('Noor Lind')
  await theirs.getByLabel('Password', { exact: true }).fill(password)
  await theirs.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(theirs).toHaveURL(app.url)
  await expect(theirs.getByRole('navigation', { name: 'Pages' })).toBeVisible()
}

/** Signs in through the issuer, and signs out of both. */
async function signInElsewhere(page: Page, issuer: RealIssuer, app: TestConsole): Promise<void> {
  issuer.people.set('cleo', { email: 'cleo@example.com', email_verified: true, name: 'Cleo Stone' })
  await page.goto(`${app.url}/inspections?q=fork`)
  await page.getByRole('button', { name: 'Continue with Example ID' }).click()
  await page.getByRole('button', { name: 'Sign in as cleo' }).click()
  await expect(page).toHaveURL(`${app.url}/inspections?q=fork`)
  const leave = page.getByRole('button', { name: 'Sign out' })
  await openWith(page.getByRole('button', { name: 'Account: Cleo Stone' }), leave)
  await leave.click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(page).toHaveURL(`${app.url}/sign-in`)
}

async function checkApi(app: TestConsole): Promise<void> {
  expect(await askConsole(app, '/api/health/ready')).toEqual({ status: 'ready' })
  expect(await askConsole(app, '/api/service/audits/search?limit=1')).toHaveProperty('audits')
  expect(await askConsole(app, '/api/openapi.json')).toMatchObject({ servers: [{ url: basePath }] })
  await askConsole(app, '/api/account/preferences', { method: 'PATCH', body: { theme: 'dark' } })
  const { origin } = new URL(app.url)
  expect(await (await fetch(`${origin}/inspections`)).text()).toBe('another application')
  const [member] = app.members
  const outside = await fetch(new URL('/api/health/ready', member?.url))
  expect([outside.status, await outside.text()]).toEqual([404, `Sightline is served under ${basePath} here.\n`])
}

test('under a path of its host, people can sign in in both ways, read, view files, export, import and invite, and no request leaves the path', async ({
  browser,
}) => {
  test.setTimeout(2_400_000)
  await build()
  const issuer = await startRealIssuer()
  await using app = await startConsole({
    basePath,
    standin: { inspections },
    env: {
      SIGHTLINE_DIST_DIR: distDir,
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: issuer.client.id,
      OIDC_CLIENT_SECRET: issuer.client.secret,
      OIDC_NAME: 'Example ID',
      OIDC_PROVISION: 'automatic',
    },
  })
  issuer.open(app.url)
  await waitForIndex(app, inspections)
  const { origin: host } = new URL(app.url)
  const watch = new Watch()
  watch.tolerated.push(/status of 401/)
  const outside: string[] = []
  const cookies: string[] = []
  const open = async () => {
    const context = await browser.newContext()
    await reportViolations(context)
    const page = await context.newPage()
    watch.follow(page)
    context.on('request', (request) => {
      // Blobs have the origin of their page, but are not requested from a server.
      const url = request.url()
      if (url.startsWith(`${host}/`) && pathOf(url.slice(host.length), basePath) === null) outside.push(url)
    })
    context.on('response', async (response) => {
      if (!response.url().startsWith(host)) return
      for (const { name, value } of await response.headersArray().catch(() => []))
        if (name.toLowerCase() === 'set-cookie') cookies.push(...value.split('\n'))
    })
    return page
  }
  const page = await open()
  await signIn(page, app)
  await readReport(page, app)
  await page.getByRole('button', { name: /^Sync status: / }).click()
  await expect(page.getByRole('definition').filter({ hasText: /^Live$/ })).toBeVisible()
  await seeFiles(page, app)
  await exportPdf(page, app)
  await page.goto(`${app.url}/users/imports/new`)
  await expect(page.getByText('Drop a file anywhere on this page')).toBeVisible()
  const rows = Buffer.from('Email,First name\nann@path.example,Ann\nbob@path.example,Bob\n')
  await dropFile(page, { name: 'people.csv', type: 'text/csv', bytes: rows })
  await expect(page.getByRole('grid').first()).toBeVisible()
  await invite(page, await open(), app)
  await signInElsewhere(await open(), issuer, app)
  await checkApi(app)
  await page.goto(app.url)
  const leave = page.getByRole('button', { name: 'Sign out' })
  await openWith(page.getByRole('button', { name: /^Account/ }), leave)
  await leave.click()
  await expect(page).toHaveURL(`${app.url}/sign-in`)
  expect(outside).toEqual([])
  expect(cookies.length).toBeGreaterThan(1)
  for (const cookie of cookies) expect(cookie).toMatch(/^__Host-[a-z-]+-tools-sightline=.*; Path=\/;/)
  expect(await watch.finish()).toEqual([])
  await issuer.stop()
})
