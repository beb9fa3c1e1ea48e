import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WithMessages } from '@/components/testing-root'
import { FileTable } from './testing-table'
import { firstViewport } from './use-measured-viewport'

const html = renderToString(
  <WithMessages>
    <FileTable total={1} viewport={firstViewport} onViewport={() => {}} />
  </WithMessages>,
)

it('the HTML of a list sets the widths of its columns in a style element, which the security policy allows', () => {
  expect(html).toContain('0.pdf')
  expect(html).not.toMatch(/\sstyle=/)
  expect(html).toContain('<style nonce="abc">#file-grid{--row-columns:minmax(180px,300fr) 80px 44px;--row-min:320px;')
  expect(html).toContain('id="file-grid"')
})
