import type { ReactNode } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { ScrollRegion } from './scroll-region'

export interface TableColumn {
  label: string
  align?: 'left' | 'right'
  /** A width, if the column needs one. */
  className?: string
}

/** A small table of facts that scrolls if it does not fit. Rows are `TableRow`. */
export function Table({
  label,
  columns,
  className,
  tableClassName,
  children,
}: {
  label: string
  columns: readonly TableColumn[]
  className?: string
  tableClassName?: string
  children: ReactNode
}) {
  return (
    <ScrollRegion label={label} className={classNames('overflow-auto', className)}>
      <table className={classNames('w-full text-sm tabular-nums', tableClassName)}>
        <thead>
          <tr className="border-b border-line text-xs text-ink-muted">
            {columns.map(({ label: head, align, className: width }, at) => (
              <th
                // oxlint-disable-next-line react/no-array-index-key -- columns have places, and two may have the same name
                key={at}
                scope="col"
                className={classNames('py-2 font-medium', align === 'right' && 'text-end', width)}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  )
}

/** A row with its header cell. `children` are the `td` cells after it. */
export function TableRow({
  head,
  headClassName,
  className,
  children,
}: {
  head: ReactNode
  headClassName?: string
  className?: string
  children: ReactNode
}) {
  return (
    <tr className={classNames('border-b border-line last:border-b-0', className)}>
      <th scope="row" className={classNames('text-start font-normal', headClassName)}>
        {head}
      </th>
      {children}
    </tr>
  )
}
