// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRoot, type Root } from '@/components/testing-root'
import { makeFile } from '@/components/media/testing-files'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { ViewerMedia } from '@/lib/media/schema'
import { InspectionFiles } from './inspection-files'
import { useViewerFiles } from './use-file-choice'

const file = (id: string, rest: Partial<ViewerMedia> = {}) =>
  makeFile(id, { title: `Question ${id}`, section: 'Brakes', ...rest })

let root: Root
let opened: string[]
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  opened = []
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const show = (media: readonly ViewerMedia[], search = '') =>
  act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <NuqsTestingAdapter searchParams={search} hasMemory>
          <TooltipProvider>
            <InspectionFiles media={media} onOpen={(id) => opened.push(id)} />
          </TooltipProvider>
        </NuqsTestingAdapter>
      </QueryClientProvider>,
    ),
  )
const tiles = () => [...document.querySelectorAll<HTMLElement>('[data-index]')]
const marks = () => tiles().filter((tile) => tile.querySelector('.bg-bad') !== null).length
const choose = (name: string) =>
  act(async () => {
    const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === name)
    label?.click()
  })

const mixed = [
  file('a', { failed: true }),
  file('b', { kind: 'video', ext: 'mp4', section: 'Lights' }),
  file('c', { failed: true, kind: 'pdf', ext: 'pdf', section: 'Lights' }),
]

it('shows every file by section with its caption, and marks files of failed answers', async () => {
  await show(mixed)
  expect(tiles().map(({ textContent }) => textContent)).toEqual(['Question a', 'MP4Question b', 'PDFQuestion c'])
  expect([...document.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual(['Brakes1', 'Lights2'])
  expect(marks()).toBe(2)
  expect(tiles().map((tile) => tile.getAttribute('aria-label'))).toEqual([
    'Open photo: Question a, failed answer',
    'Open video: Question b',
    'Open PDF: Question c, failed answer',
  ])
  await act(async () => tiles()[1]?.click())
  expect(opened).toEqual(['b'])
})

it('filters by failed answers, which are then not marked, by type, and by question', async () => {
  await show(mixed)
  await choose('Failed answers')
  expect(tiles()).toHaveLength(2)
  expect(marks()).toBe(0)
  await act(async () => root.render(null))
  await show(mixed, '?files=failed&kind=pdf')
  expect(tiles().map(({ textContent }) => textContent)).toEqual(['PDFQuestion c'])
  await act(async () => root.render(null))
  await show(mixed, '?question=question B')
  expect(tiles().map(({ textContent }) => textContent)).toEqual(['MP4Question b'])
  await act(async () => root.render(null))
  await show(mixed, '?question="question"')
  expect(tiles()).toHaveLength(0)
  await act(async () => root.render(null))
  await show(mixed, '?kind=unknown')
  expect(document.body.textContent).toContain('No files match these filters.')
})

it('shows the first 500 files of many, and more on demand', { tags: ['full'] }, async () => {
  await show(Array.from({ length: 600 }, (_, at) => file(`m${at}`)))
  expect(tiles()).toHaveLength(500)
  const more = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('Show 100'))
  await act(async () => more?.click())
  expect(tiles()).toHaveLength(600)
})

it.each([
  ['on the Media tab steps through the files of its filter', '?tab=media&files=failed', 'a', 'ac'],
  [
    'on the Media tab steps through all files when a link opened a file that the filter leaves out',
    '?tab=media&files=failed',
    'b',
    'abc',
  ],
  ['on the report steps through all files', '?files=failed', 'a', 'abc'],
])('the viewer %s', async (_name, search, openId, expected) => {
  const Ids = () => useViewerFiles(mixed, openId).map(({ id }) => id)
  await act(async () =>
    root.render(
      <NuqsTestingAdapter searchParams={search}>
        <Ids />
      </NuqsTestingAdapter>,
    ),
  )
  expect(document.body.textContent).toBe(expected)
})
