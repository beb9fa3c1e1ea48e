'use client'

import { useQuery } from '@tanstack/react-query'
import { Columns2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'
import { reportQueries } from '@/lib/report/queries'
import { EarlierVersions } from './earlier-versions'
import { compareHref, madeAt } from './href'

const ComparePicker = lateComponent(
  onDemand(() => import('./compare-picker'), { isEarly: true }),
  (code) => code.ComparePicker,
  ({ open }) => open,
)

/**
 * Compares an inspection with one of its earlier versions, or with a second inspection side by side, the earlier one on
 * the left.
 */
export function CompareButton({ auditId, templateId }: { auditId: string; templateId: string | null }) {
  const t = useTranslations('compare')
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  // The page around it has loaded it already.
  const { data } = useQuery({ ...reportQueries.report(auditId), enabled: isOpen })
  const report = data?.report
  return (
    <>
      <Button icon={Columns2} onClick={() => setOpen(true)}>
        {t('actions.compare')}
      </Button>
      <ComparePicker
        open={isOpen}
        onOpenChange={setOpen}
        title={t('choose.with')}
        near={{
          auditId,
          templateId,
          templateName: report?.templateName ?? null,
          siteName: report?.site.name ?? null,
        }}
        first={
          data !== undefined && (
            <EarlierVersions auditId={auditId} modifiedAt={data.modifiedAt} onChoose={() => setOpen(false)} />
          )
        }
        exclude={[auditId]}
        onChoose={(row) => {
          const isEarlier = report !== undefined && madeAt(row) > madeAt(report)
          router.push(isEarlier ? compareHref(auditId, row.auditId) : compareHref(row.auditId, auditId))
        }}
      />
    </>
  )
}
