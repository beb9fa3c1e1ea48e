import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WithMessages } from '@/components/testing-root'
import { FileTable } from './testing-table'
import { PhoneContext, useViewport } from './use-measured-viewport'

function Files() {
  const [viewport, setViewport] = useViewport()
  return <FileTable total={100} viewport={viewport} onViewport={setViewport} />
}

const renderFor = (isPhone: boolean) =>
  renderToString(
    <WithMessages>
      <PhoneContext value={isPhone}>
        <Files />
      </PhoneContext>
    </WithMessages>,
  )

const html = renderFor(false)
const count = (text: string, part: string) => text.split(part).length - 1

it('the HTML of a list sets the widths of its columns in a style element, which the security policy allows', () => {
  expect(html).toContain('0.pdf')
  expect(html).not.toMatch(/\sstyle=/)
  expect(html).toContain('<style nonce="abc">#file-grid{--row-columns:minmax(180px,300fr) 80px 44px;--row-min:320px;')
  expect(html).toContain('id="file-grid"')
})

it('contains each row once, as a card for a phone and with columns for others', () => {
  for (const [page, cells] of [
    [html, 2],
    [renderFor(true), 0],
  ] as const) {
    expect(count(page, '>5.pdf<')).toBe(1)
    expect(count(page, 'data-cell=')).toBe(cells * count(page, 'aria-rowindex="') - cells)
  }
})

it('shows the first column in a narrow window that is not on a phone', () => {
  const [, row = ''] = /<tr id="file-row-5".*?>(.*?)<\/tr>/.exec(html) ?? []
  const cells = [...row.matchAll(/<td[^>]*class="([^"]*)"/g)].map(([, names = '']) => names.includes('max-sm:hidden'))
  expect(cells).toEqual([false, true, true])
})
