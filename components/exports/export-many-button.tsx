'use client'

import { FileText } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { useMay } from '@/lib/browser/actor'
import { formatCount } from '@/lib/browser/numbers'
import type { BulkSelection } from '@/lib/review/schema'
import { ExportDialog } from './export-dialog'
import { exportHref } from './links'
import { countDocuments, formatNames } from './words'

/**
 * Starts an export of a selection, for the bar of a list. `count` is how many it holds; null while that is not known.
 * Where the button is a menu's item, `ExportManyDialog` is its second half.
 */
export function ExportManyButton({
  selection,
  count,
  label = 'PDF or Word',
}: {
  selection: BulkSelection
  count: number | null
  label?: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const mayStart = useMay('exports:write')
  if (!mayStart) return null
  return (
    <>
      <Button size="sm" variant="ghost" icon={FileText} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <ExportManyDialog selection={selection} count={count} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Asks how, starts the job and says where it can be followed. */
export function ExportManyDialog({
  selection,
  count,
  onClose,
}: {
  selection: BulkSelection
  count: number | null
  onClose: () => void
}) {
  const router = useRouter()
  const toast = useToast()
  return (
    <ExportDialog
      selection={selection}
      count={count}
      onClose={onClose}
      onStarted={(job, leftOut) =>
        toast.show({
          tone: 'good',
          title: `${countDocuments(job.total)} (${formatNames[job.format]}) ordered`,
          description:
            leftOut === 0
              ? 'The inspection service makes them one after another.'
              : `${formatCount(leftOut)} of the selection are not in the index any more and were left out.`,
          action: { label: 'Follow it', onClick: () => router.push(exportHref(job.jobId)) },
        })
      }
    />
  )
}
