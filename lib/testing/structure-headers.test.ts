import { expect, it } from 'vitest'
import { isTest, readSources } from './sources'

/** Pages before a session, and the page that replaces a broken frame, have a frame of their own. */
const framed = /^(?:app\/\(console\)|components)\//

it('pages of the console have their title in the one page header, or only for screen readers', () => {
  const own = readSources().filter(
    ({ file, text }) => framed.test(file) && !isTest(file) && /<h1(?! className="sr-only")/.test(text),
  )
  expect(own.map(({ file }) => file)).toEqual(['components/ui/page-header.tsx'])
})
