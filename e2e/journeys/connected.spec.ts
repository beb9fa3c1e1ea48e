import { readInstant } from '@/lib/db/read-together'
import { storeUsers } from '@/lib/users/store'
import { wireUser } from '@/lib/users/testing'
import { expect, test } from '../fixtures'

test('links lead from an inspection to its site, to the list of sites, and to the assets of the site', async ({
  page,
  console: app,
}) => {
  const { rows } = await app.db.query<{ audit_id: string; site_name: string; template_name: string }>(
    `select audit_id, site_name, template_name from inspections
     where site_name in (select site_name from assets) and template_name is not null and site_name is not null limit 1`,
  )
  const [inspection] = rows
  const site = inspection?.site_name ?? ''
  await page.goto(`/inspections/${inspection?.audit_id}`)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: site, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: site })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Sites' }).click()
  await page.getByRole('searchbox', { name: 'Search sites' }).fill(site)
  const row = page.getByRole('grid', { name: 'Sites' }).locator('tbody tr').first()
  await expect(row.getByRole('link', { name: site })).toBeVisible()
  await row.locator('[data-cell=assets] a').click()
  await expect(page).toHaveURL(/\/assets\?site=/)
  const asset = page.getByRole('grid', { name: 'Assets' }).locator('tbody tr').first()
  await expect(asset.getByRole('link', { name: site })).toBeVisible()
})

test('a link clicked right after typing a search leads to its page, and Back returns to the search', async ({
  page,
}) => {
  await page.goto('/inspections/sites')
  const search = page.getByRole('searchbox', { name: 'Search sites' })
  await search.fill('a')
  await expect(page).toHaveURL(/[?&]q=a$/)
  const row = page
    .getByRole('grid', { name: 'Sites' })
    .locator('tbody tr')
    .filter({ has: page.locator('[data-cell=assets] a') })
  const link = await row.first().locator('[data-cell=assets] a').elementHandle()
  // The next page arrives after the list has written its address, however slow the machine is.
  const searched = /\/inspections\/sites\?q=e$/
  await page.route(
    ({ pathname }) => pathname === '/assets',
    async (route) => {
      await expect(page).toHaveURL(searched)
      await route.continue()
    },
  )
  // In one task: the list writes its address after it.
  await search.evaluate(
    (input: HTMLInputElement, { clicked }) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'e')
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      clicked?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    },
    { clicked: link },
  )
  await expect(page).toHaveURL(/\/assets\?site=/)
  await expect(page.getByRole('grid', { name: 'Assets' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(searched)
  await expect(search).toHaveValue('e')
})

test('the palette opens the page of an asset, which shows its latest inspections', async ({ page, console: app }) => {
  const { rows } = await app.db.query<{ asset_id: string; code: string; audit_id: string }>(
    `select asset_id, code, audit_id from assets join inspection_assets on ref = asset_id
     where state = 'active' and assets.missing_at is null order by code limit 1`,
  )
  const [asset] = rows
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(asset?.code ?? '')
  await page.getByRole('option', { name: new RegExp(`^${asset?.code} `) }).click()
  await expect(page).toHaveURL(new RegExp(`/assets/${asset?.asset_id}$`))
  await expect(page.getByRole('heading', { name: 'Latest inspections' })).toBeVisible()
  await page.getByRole('link', { name: `All inspections that mention ${asset?.code}` }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^Asset: .*${asset?.code}`) }).first()).toBeVisible()
  await page.goto(`/inspections/${asset?.audit_id}?show=filled`)
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: asset?.code ?? '', exact: true })
      .first(),
  ).toBeVisible()
})

test('the author of an inspection links to the user, whose page links to all their inspections', async ({
  page,
  console: app,
}) => {
  const { rows } = await app.db.query<{ audit_id: string; author_name: string }>(
    `select audit_id, author_name from inspections where author_name is not null limit 1`,
  )
  const [inspection] = rows
  const name = inspection?.author_name ?? ''
  await app.db.query('update organization_users set missing_at = now() where name = $1', [name])
  const [firstName = '', ...rest] = name.split(' ')
  const author = wireUser({ userId: 'user_of_an_author', firstName, lastName: rest.join(' ') })
  await storeUsers(app.db, [author], await readInstant(app.db), { isWhole: false })
  await page.goto(`/inspections/${inspection?.audit_id}`)
  await page.getByRole('main').getByRole('link', { name, exact: true }).first().click()
  await expect(page).toHaveURL(/\/users\/user_of_an_author$/)
  await expect(page.getByRole('link', { name: `All inspections by ${name}` })).toBeVisible()
})
