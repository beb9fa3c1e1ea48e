// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { button, click, until } from '@/components/inspections/testing-list'
import { AssetPage } from './asset-page'
import { AssetListPage, menuItem } from './testing-assets'

let page: AssetListPage

beforeEach(() => {
  page = new AssetListPage(4)
})
afterEach(() => page.close())

const status = () => document.querySelector<HTMLButtonElement>('button[aria-label^="Status of A-000000"]')

it('changes the status on the page of the asset', async () => {
  await page.show('', 'editor', <AssetPage assetId="asset_0" />)
  await until(() => expect(status()?.textContent).toBe('In service'))
  await click(status())
  await until(() => expect(menuItem('Check')).toBeDefined())
  await click(menuItem('Check'))
  await until(() => expect(page.world.find('asset_0').status?.optionId).toBe('o_check'))
  await until(() => expect(status()?.textContent).toBe('Check'))
  await until(() => expect(button('Undo')).toBeDefined())
})

it('says that the asset is from the last listing when the service cannot be asked', async () => {
  page.world.stale = 'The service does not respond.'
  await page.show('', 'editor', <AssetPage assetId="asset_0" />)
  await until(() => expect(document.body.textContent).toContain('The service does not respond.'))
})

it('says on the page of the asset why a viewer cannot change the status', async () => {
  await page.show('', 'viewer', <AssetPage assetId="asset_0" />)
  await until(() => expect(status()).not.toBeNull())
  await click(status())
  await until(() => expect(document.body.textContent).toContain('Your role can view statuses but not set them'))
  expect(menuItem('Check')).toBeUndefined()
})
