// @vitest-environment jsdom
import { Blob, File } from 'node:buffer'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BenchPage, eventually, MemoryDrafts, press } from '@/components/user-jobs/workbench/testing-workbench'

const drafts = vi.hoisted(() => ({ store: null as unknown }))
vi.mock('@/components/user-jobs/workbench/drafts/draft-store', () => ({ createDraftStore: () => drafts.store }))

let page: BenchPage
beforeEach(() => {
  drafts.store = new MemoryDrafts()
  page = new BenchPage()
  // The files of jsdom cannot be read, so those of Node are used.
  vi.stubGlobal('Blob', Blob)
  vi.stubGlobal('File', File)
})
afterEach(() => page.close())

const csv = 'email,first_name\r\nann@x.test,Ann\r\nben@x.test,Ben\r\n'
const noticed = () => document.querySelector('ul[aria-label="Notices"]')?.textContent ?? ''
const title = () => document.querySelector('#read-head')?.textContent

describe('starting from the current users', () => {
  it.each([
    ['service', 'First 10,000 current users', 'Only the first 10,000 of your users are included.'],
    ['jobs', 'First 10,000 users known from imports', 'Only the first 10,000 users known from imports are included.'],
  ])('says when a file from the %s is incomplete', async (source, name, note) => {
    page.currentUsers = { csv, heads: { 'x-users-source': source, 'x-users-cut': 'true' } }
    await page.show()
    await press('Start from current users')
    await eventually(() => expect(noticed()).toContain(note))
    expect(title()).toBe(name)
  })

  it.each([
    ['service', 'Current users'],
    ['jobs', 'Users known from imports'],
  ])('shows no notices when a file from the %s is complete', async (source, name) => {
    page.currentUsers = { csv, heads: { 'x-users-source': source, 'x-users-cut': 'false' } }
    await page.show()
    await press('Start from current users')
    await eventually(() => expect(document.querySelector('[role=grid]')).not.toBeNull())
    await press('Upload')
    expect([title(), noticed()]).toEqual([name, ''])
  })
})
