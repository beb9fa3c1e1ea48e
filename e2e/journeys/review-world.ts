import type { Page } from '@playwright/test'
import type { TestConsole } from '@/lib/testing/harness'
import { askConsole, expect } from '../fixtures'

export interface Queue {
  path: string
  ids: string[]
  failed: number[]
}

/** A queue of `min` to `max` completed, failed inspections without a review. */
export async function findQueue({ db }: TestConsole, { min, max }: { min: number; max: number }): Promise<Queue> {
  const { rows } = await db.query<{ template_id: string; audit_id: string; failed_count: number; is_new: boolean }>(
    `select template_id, audit_id, failed_count, review_state is null and hydrated_modified_at = modified_at as is_new
       from inspections
      where result = 'failed' and archived is false and missing_at is null
        and (review_state is null or review_version < modified_at)
      order by failed_count desc, modified_at desc, audit_id desc`,
  )
  // The queue consists of whole templates, so that its address is one that a person could choose.
  const counts = new Map<string, number>()
  // The queue of a template also contains inspections that another test reviewed and changed. Such templates are left
  // out.
  const isMixed = new Set(rows.filter((row) => !row.is_new).map((row) => row.template_id))
  for (const row of rows)
    if (!isMixed.has(row.template_id)) counts.set(row.template_id, (counts.get(row.template_id) ?? 0) + 1)
  const chosen = new Set<string>()
  let count = 0
  for (const [templateId, length] of [...counts].toSorted(([, a], [, b]) => b - a)) {
    if (count >= min || count + length > max) continue
    chosen.add(templateId)
    count += length
  }
  const queue = rows.filter((row) => chosen.has(row.template_id))
  if (queue.length < min) throw new Error(`only ${queue.length} inspections are left to review`)
  const query = [...chosen].map((templateId) => `template=${templateId}`).join('&')
  return {
    path: `/review?result=failed&archived=false&${query}`,
    ids: queue.map((row) => row.audit_id),
    failed: queue.map((row) => row.failed_count),
  }
}

interface StoredReview {
  state: string
  note: string
  reviewerName: string
  isChangedSince: boolean
}

export async function readReview(app: TestConsole, auditId: string): Promise<StoredReview | null> {
  const { review } = await askConsole(app, `/api/review/${auditId}`)
  return review as StoredReview | null
}

/** Waits until a position in the queue is completely on screen. */
export async function expectPlace(page: Page, { ids, failed }: Queue, index: number): Promise<void> {
  const id = ids[index]
  await expect(page.getByRole('complementary', { name: 'Queue' }).locator('p').first()).toHaveText(
    id === undefined ? `End of ${ids.length}` : `${index + 1} of ${ids.length}`,
  )
  if (id === undefined) return
  const article = page.getByRole('article')
  await expect(article.locator(`h2 a[href="/inspections/${id}"]`)).toBeVisible()
  await expect(article.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(article.getByText(`${failed[index]} failed`, { exact: true }).first()).toBeVisible()
}

export const summary = (page: Page) => page.getByRole('complementary', { name: 'Queue' }).getByText(/ left · /)
/** Id of the item that has the focus. */
export const focusedItem = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '')
