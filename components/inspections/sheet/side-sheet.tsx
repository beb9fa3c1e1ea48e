'use client'

import { Link as LinkIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { writeLink } from '@/components/inspections/bulk/bulk-actions'
import { ButtonLink, IconButton } from '@/components/ui/button'
import type { PeekPlace } from '@/components/ui/data-table/data-table'
import { PeekPanel } from '@/components/ui/data-table/peek-panel'
import type { PeekSummary } from '@/components/ui/data-table/use-active-row'
import { useToast } from '@/components/ui/toast'
import { inspectionHref } from '@/lib/browser/routes'
import type { AuditId } from '@/lib/ids'
import type { InspectionRow } from '@/lib/inspections/schema'
import { SideSheetBody } from './side-sheet-body'

/** A preview of one inspection beside the list. */
export function SideSheet({ summary, place }: { summary: PeekSummary<InspectionRow, AuditId>; place: PeekPlace }) {
  const t = useTranslations('inspections.sheet')
  const toast = useToast()
  const { id } = summary
  const copyLink = () => {
    navigator.clipboard.writeText(writeLink(id)).then(
      () => toast.show({ tone: 'good', title: t('linkCopied') }),
      () => toast.show({ tone: 'bad', title: t('linkNotCopied'), description: writeLink(id) }),
    )
  }
  return (
    <PeekPanel
      label={t('label')}
      previousLabel={t('actions.previous')}
      nextLabel={t('actions.next')}
      summary={summary}
      place={place}
      actions={
        <>
          <IconButton
            label={t('actions.copyLink')}
            icon={LinkIcon}
            size="sm"
            onClick={copyLink}
            className="max-sm:size-10"
          />
          <ButtonLink href={inspectionHref(id)} size="sm">
            {t('actions.open')}
          </ButtonLink>
        </>
      }
    >
      <SideSheetBody auditId={id} row={summary.row} />
    </PeekPanel>
  )
}
