import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipHost, TooltipProvider } from '@/components/ui/tooltip'
import { NonceContext } from '@/lib/browser/page-policy'
import { listFirstColumns } from '@/lib/table/shown-columns'
import { DataTable } from './data-table'
import type { DataColumn } from './table-types'
import type { Viewport } from './use-measured-viewport'

const columns: ReadonlyArray<DataColumn<string>> = [
  { id: 'name', label: 'Name', widthPx: 300, minWidthPx: 180, isShownFirst: true, cell: () => null },
  { id: 'size', label: 'Size', widthPx: 80, isShownFirst: true, cell: () => '1 MB' },
]

/** A table of files. */
export function FileTable({
  total,
  viewport,
  onViewport,
}: {
  total: number
  viewport: Viewport
  onViewport: (viewport: Viewport) => void
}) {
  return (
    <AppRouterContext value={{ prefetch: () => {} } as never}>
      <NonceContext value="abc">
        <TooltipProvider>
          <ToastProvider>
            <DataTable
              name="file"
              label="Files"
              rows={{
                read: (at) => `${at}.pdf`,
                version: 1,
                total,
                totalIsExact: true,
                load: () => Promise.resolve([]),
              }}
              spec={{ idOf: (row) => row, nameOf: (row) => row, hrefOf: null, main: (row) => row, card: (row) => row }}
              columns={columns}
              look={{
                shown: listFirstColumns(columns),
                changeColumns: () => {},
                isCompact: false,
                changeCompact: () => {},
              }}
              listKey="files"
              viewport={viewport}
              onViewport={onViewport}
              sort={{ name: 'name', isDescending: false }}
              onSort={() => {}}
            />
          </ToastProvider>
          <TooltipHost />
        </TooltipProvider>
      </NonceContext>
    </AppRouterContext>
  )
}
