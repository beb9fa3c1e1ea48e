'use client'

import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { settleExport, startExport, useExport } from './export-store'

/** Shows how an export ended, on any page. Mounted once. */
export function ExportOutcome() {
  const t = useTranslations('shell.listExport')
  const run = useExport()
  const toast = useToast()
  useEffect(() => {
    if (run.kind === 'done') {
      settleExport()
      toast.show({
        tone: 'good',
        title: t('done', { count: run.rows }),
        description: run.order.fileName,
      })
    }
    if (run.kind === 'failed') {
      settleExport()
      toast.show({
        tone: 'bad',
        title: t('failed'),
        description: describeError(run.error).message,
        action: { label: t('actions.retry'), onClick: () => void startExport(run.order, t) },
      })
    }
  }, [run, t, toast])
  return null
}
