import { beforeEach, expect, it } from 'vitest'
import { closePdf, PdfAhead } from './pdf-ahead'

let opened: string[]
let closed: string[]
beforeEach(() => {
  opened = []
  closed = []
})
const start = async (url: string) => {
  opened.push(url)
  return {
    promise: Promise.resolve() as never,
    destroy: async () => {
      closed.push(url)
    },
  }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

it('a PDF that was opened in advance is used when it is shown, and is not opened twice', async () => {
  const ahead = new PdfAhead(start)
  ahead.load('/one')
  ahead.load('/one')
  const opening = ahead.open('/one')
  expect(opened).toEqual(['/one'])
  void ahead.open('/one')
  expect(opened).toEqual(['/one', '/one'])
  ahead.drop()
  await settle()
  expect(closed).toEqual([])
  closePdf(opening)
  await settle()
  expect(closed).toEqual(['/one'])
})

it('only one PDF is kept open in advance, and the others are closed', async () => {
  const ahead = new PdfAhead(start)
  ahead.load('/one')
  ahead.load('/two')
  await settle()
  expect(closed).toEqual(['/one'])
  ahead.drop()
  await settle()
  expect(closed).toEqual(['/one', '/two'])
})
