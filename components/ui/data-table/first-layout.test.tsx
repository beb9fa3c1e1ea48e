import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WithMessages } from '@/components/testing-root'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipHost, TooltipProvider } from '@/components/ui/tooltip'
import { NonceContext } from '@/lib/browser/nonce-context'
import { listFirstColumns } from '@/lib/table/shown-columns'
import { DataTable } from './data-table'
import type { DataColumn } from './table-types'
import { firstViewport } from './use-measured-viewport'

const columns: ReadonlyArray<DataColumn<string>> = [
  { id: 'name', label: 'Name', widthPx: 300, minWidthPx: 180, isShownFirst: true, cell: () => null },
  { id: 'size', label: 'Size', widthPx: 80, isShownFirst: true, cell: () => '1 MB' },
]

const html = renderToString(
  <WithMessages>
    <AppRouterContext value={{ prefetch: () => {} } as never}>
      <NonceContext value="abc">
        <TooltipProvider>
          <ToastProvider>
            <DataTable
              name="file"
              label="Files"
              rows={{ read: () => 'a.pdf', version: 1, total: 1, totalIsExact: true, load: () => Promise.resolve([]) }}
              spec={{ idOf: (row) => row, nameOf: (row) => row, hrefOf: null, main: (row) => row, card: (row) => row }}
              columns={columns}
              look={{
                shown: listFirstColumns(columns),
                changeColumns: () => {},
                isCompact: false,
                changeCompact: () => {},
              }}
              listKey="files"
              viewport={firstViewport}
              onViewport={() => {}}
              sort={{ name: 'name', isDescending: false }}
              onSort={() => {}}
            />
          </ToastProvider>
          <TooltipHost />
        </TooltipProvider>
      </NonceContext>
    </AppRouterContext>
  </WithMessages>,
)

it('the HTML of a list sets the widths of its columns in a style element, which the security policy allows', () => {
  expect(html).toContain('a.pdf')
  expect(html).not.toMatch(/\sstyle=/)
  expect(html).toContain('<style nonce="abc">#file-grid{--row-columns:minmax(180px,300fr) 80px 44px;--row-min:320px;')
  expect(html).toContain('id="file-grid"')
})
