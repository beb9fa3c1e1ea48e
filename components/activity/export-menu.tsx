'use client'

import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import type { ActivityFilter, ActivityFormat } from '@/lib/activity/schema'
import { writeQuery } from '@/lib/browser/api'
import { formatCount } from '@/lib/browser/numbers'
import { saveBlob } from '@/lib/browser/save-file'
import { useZone } from '@/lib/browser/zone'

const formats: ReadonlyArray<{ format: ActivityFormat; label: string }> = [
  { format: 'csv', label: 'CSV, for spreadsheets' },
  { format: 'jsonl', label: 'JSON lines, whole' },
]

async function fetchFile(filter: ActivityFilter, format: ActivityFormat, zone: string): Promise<Blob> {
  const response = await fetch(`/api/activity/export${writeQuery({ tz: zone, ...filter, format })}`, {
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
  })
  if (response.ok) return response.blob()
  const problem = (await response.json().catch(() => null)) as { detail?: unknown } | null
  throw new Error(
    typeof problem?.detail === 'string'
      ? problem.detail
      : `The console answered ${response.status}. Try again in a moment.`,
  )
}

/** Takes along what the log shows: all that matches, whatever is loaded. */
export function ExportMenu({ filter, total }: { filter: ActivityFilter; total: number | null }) {
  const toast = useToast()
  const { zone } = useZone()
  const [isBusy, setBusy] = useState(false)
  const take = (format: ActivityFormat) => {
    setBusy(true)
    fetchFile(filter, format, zone)
      .then(
        (file) => saveBlob(`activity-${new Date().toISOString().slice(0, 10)}.${format}`, file),
        (error: unknown) =>
          toast.show({
            tone: 'bad',
            title: 'The log could not be exported',
            description: error instanceof TypeError ? 'The connection was lost. Try again.' : (error as Error).message,
          }),
      )
      .finally(() => setBusy(false))
  }
  return (
    <Menu
      trigger={
        <Button icon={Download} busy={isBusy} disabled={total === 0}>
          Export{total === null ? '' : ` ${formatCount(total)}`}
        </Button>
      }
    >
      {formats.map(({ format, label }) => (
        <MenuItem key={format} onSelect={() => take(format)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
