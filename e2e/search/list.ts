import type { Locator, Page } from '@playwright/test'
import { expect, openWith } from '../fixtures'

/** The link that opens the inspection of a row. Other cells have other links. */
export const rowLink = 'td:is([data-cell="title"], :not([data-cell])) a'

/** The list as a person sees it. */
export class List {
  readonly grid: Locator
  readonly rows: Locator
  readonly links: Locator
  readonly search: Locator
  readonly sheet: Locator
  readonly toolbar: Locator
  readonly active: Locator
  /** "37 of 20,000" or "20,000 inspections". */
  readonly count: Locator

  constructor(readonly page: Page) {
    this.grid = page.getByRole('grid', { name: 'Inspections' })
    this.rows = this.grid.locator('tbody tr[aria-rowindex]')
    this.links = this.rows.locator(rowLink)
    this.search = page.getByRole('searchbox', { name: 'Search inspections' })
    this.sheet = page.getByRole('complementary', { name: 'Preview' })
    this.toolbar = page.getByRole('toolbar', { name: 'Selected inspections' })
    this.active = this.grid.locator('tr[data-active]')
    this.count = page.getByRole('status').filter({ hasText: /^(about )?[\d,]+ (of|inspections?)/ })
  }

  /** Opens the list and waits until it reacts. */
  async open(address = ''): Promise<void> {
    await this.page.goto(`/inspections${address}`)
    // The rows are part of the page's HTML. A key, or a click on a row, is lost until React has attached itself.
    await this.page.waitForFunction(() => {
      const parts = [...document.querySelectorAll('nav button, [role=grid]')]
      return parts.length > 1 && parts.every((part) => Object.keys(part).some((key) => key.startsWith('__reactProps')))
    })
    await expect(this.grid).toHaveAttribute('aria-busy', 'false')
    await expect(this.links.first()).toBeVisible()
  }

  /** The number above the rows, as written: "37 of 20,000". */
  async expectCount(count: number, all: number): Promise<void> {
    const words = `${count.toLocaleString('en')} of ${all.toLocaleString('en')}`
    await expect(this.count).toContainText(words)
    await expect(this.grid).toHaveAttribute('aria-rowcount', String(count + 1))
  }

  /** Ids of the first rows, from the top. */
  async readFirstIds(count: number): Promise<string[]> {
    await expect(this.grid.locator(`tr[aria-rowindex="2"] ${rowLink}`)).toBeVisible()
    const hrefs = await this.links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    return hrefs.slice(0, count).map((href) => href.slice('/inspections/'.length))
  }

  /** Opens a filter panel. */
  async openFilter(kind: string): Promise<Locator> {
    const name = kind === 'More' ? 'More filters' : `Filter by ${kind.toLowerCase()}`
    const panel = this.page.getByRole('dialog', { name })
    const button = this.page
      .getByRole('group', { name: 'Filter by' })
      .getByRole('button', { name: new RegExp(`^${kind === 'More' ? 'Add filter' : kind}`) })
    await openWith(button, panel)
    return panel
  }

  /** Presses a key until the list responds: the first press may come before the page listens. */
  async pressFirst(key: string): Promise<void> {
    await expect(async () => {
      if ((await this.active.count()) === 0) await this.page.keyboard.press(key)
      await expect(this.active).toHaveCount(1, { timeout: 500 })
    }).toPass()
  }
}
