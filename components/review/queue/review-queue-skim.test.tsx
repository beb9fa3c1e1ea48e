// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { press } from '@/components/inspections/testing-list'
import { QueuePage, version } from './testing-queue'

// These tests are about the time between key presses, so the clock moves only when a test moves it.
let page: QueuePage
beforeEach(async () => {
  page = new QueuePage(6)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  await page.show()
  await pass(300)
})
afterEach(async () => {
  await page.close()
  vi.useRealTimers()
})

const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
const heading = () => document.querySelector('article h2')?.textContent
const isWhole = () => document.body.textContent?.includes('Door closes')
const hold = async (key: string, times: number) => {
  for (let step = 0; step < times; step += 1) {
    await press(key)
    await pass(10)
  }
}

it('a held key draws only headings, and then the whole inspection where it ends', async () => {
  await hold('j', 4)
  expect(heading()).toBe('Round 4')
  expect(isWhole()).toBe(false)
  await pass(50)
  expect(heading()).toBe('Round 4')
  expect(isWhole()).toBe(true)
  expect(page.asked.filter((line) => line.endsWith('/comments'))).toEqual([
    'GET /api/review/audit_0/comments',
    'GET /api/review/audit_1/comments',
    'GET /api/review/audit_4/comments',
  ])
})

it('a single press draws the whole inspection at once, also after a press of another key', async () => {
  await press('j')
  expect([heading(), isWhole()]).toEqual(['Round 1', true])
  await press('k')
  expect([heading(), isWhole()]).toEqual(['Round 0', true])
  await press('j')
  expect([heading(), isWhole()]).toEqual(['Round 1', true])
  await pass(100)
  await press('j')
  expect([heading(), isWhole()]).toEqual(['Round 2', true])
})

it('a key held at the first inspection keeps it drawn', async () => {
  await hold('k', 3)
  expect([heading(), isWhole()]).toEqual(['Round 0', true])
})

it('a mark right after a held key draws the inspection first, and is stored at its version', async () => {
  await hold('j', 3)
  expect([heading(), isWhole()]).toEqual(['Round 3', false])
  await press('r')
  await pass(10)
  expect(page.asked.filter((line) => line.startsWith('PUT'))).toEqual([
    `PUT /api/review/audit_3 ${JSON.stringify({ state: 'reviewed', version, revision: null })}`,
  ])
  expect(heading()).toBe('Round 4')
})
