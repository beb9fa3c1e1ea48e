'use client'

import { useEffect } from 'react'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import { settleExport, startExport, useExport } from './export-store'

/** Says how an export has ended, wherever in the console one is by then. Mounted once. */
export function ExportOutcome() {
  const run = useExport()
  const toast = useToast()
  useEffect(() => {
    if (run.kind === 'done') {
      settleExport()
      toast.show({
        tone: 'good',
        title: `Exported ${formatCount(run.rows)} ${run.rows === 1 ? 'row' : 'rows'}`,
        description: run.order.fileName,
      })
    }
    if (run.kind === 'failed') {
      settleExport()
      toast.show({
        tone: 'bad',
        title: 'The export failed',
        description: describeError(run.error).message,
        action: { label: 'Try again', onClick: () => void startExport(run.order) },
      })
    }
  }, [run, toast])
  return null
}
