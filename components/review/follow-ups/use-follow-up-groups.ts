'use client'

import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { groupTable } from '@/components/ui/data-table/group-rows'
import type { TableRows } from '@/components/ui/data-table/table-types'
import type { PagedTable } from '@/components/ui/data-table/use-paged-table'
import type { FollowUp, FollowUpGrouping, FollowUpPage } from '@/lib/review/follow-ups-schema'
import { dueGroups } from '@/lib/review/values-model'

/** Identifies the group of rows without a value. */
const noneId = ''

/** The rows below the headers of their groups. The server says which group a row is in, and how many rows each has. */
export function useFollowUpGroups(
  { table, rows }: Pick<PagedTable<FollowUp, FollowUpPage>, 'table' | 'rows'>,
  groups: FollowUpPage['groups'],
  by: FollowUpGrouping | null,
): TableRows<FollowUp> {
  const t = useTranslations('review.followUps.groups')
  return useMemo(() => {
    if (by === null) return table
    const labelOf = ({ group, row, review }: FollowUp): string => {
      if (group == null) return t(`none.${by}`)
      if (by === 'due') {
        const due = dueGroups.find((known) => known === group)
        return due === undefined ? group : t(`due.${due}`)
      }
      const name = { assignee: review.assignee?.name, template: row.templateName, site: row.siteName }[by]
      return name ?? t(`none.${by}`)
    }
    return groupTable<FollowUp, TableRows<FollowUp>>(table, rows, {
      groupOf: (item) => ({ id: item.group ?? noneId, label: labelOf(item) }),
      counts: new Map(groups?.map(({ id, count }) => [id ?? noneId, count])),
    })
  }, [table, rows, groups, by, t])
}
