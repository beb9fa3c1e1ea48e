// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '@/components/inspections/testing-list'
import { reportQueries } from '@/lib/report/queries'
import { QueuePage, version } from './testing-queue'

let page: QueuePage
beforeEach(() => {
  page = new QueuePage()
})
afterEach(() => page.close())

const shows = (title: string) => until(() => expect(document.querySelector('article h2')?.textContent).toBe(title))
const opened = () => page.asked.filter((line) => line.includes('/opened'))
const openedLine = (id: string) => `POST /api/inspections/${id}/opened ${JSON.stringify({ version })}`

it(
  'counts an inspection as opened at its version only after it was on screen for a while',
  { tags: ['full'] },
  async () => {
    await page.show()
    await until(() => expect(opened()).toEqual([openedLine('audit_0')]))
    await until(() =>
      expect(page.queryClient.getQueryData(reportQueries.report('audit_2').queryKey)?.modifiedAt).toBe(version),
    )
    // This one was skipped: its report was loaded, but the person did not stay.
    await act(async () => {
      for (let step = 0; step < 2; step += 1)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }))
    })
    await shows('Round 2')
    await until(() => expect(opened()).toEqual([openedLine('audit_0'), openedLine('audit_2')]))
  },
)

it('does not count an inspection as opened when its report failed to load', async () => {
  page.holdsReports = true
  await page.show()
  await shows('Round 0')
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(opened()).toEqual([])
})
