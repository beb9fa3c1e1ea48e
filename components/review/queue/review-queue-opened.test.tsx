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

it('what was shown counts as opened at its version, and what was only read ahead or passed by does not', async () => {
  await page.show()
  await until(() => expect(opened()).toEqual([openedLine('audit_0')]))
  await until(() =>
    expect(page.queryClient.getQueryData(reportQueries.report('audit_2').queryKey)?.modifiedAt).toBe(version),
  )
  // Passed by: its report was there, but nobody rested at it.
  await act(async () => {
    for (let step = 0; step < 2; step += 1)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }))
  })
  await shows('Round 2')
  await until(() => expect(opened()).toEqual([openedLine('audit_0'), openedLine('audit_2')]))
})

it('what could not be read does not count as opened', async () => {
  page.holdsReports = true
  await page.show()
  await shows('Round 0')
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(opened()).toEqual([])
})
