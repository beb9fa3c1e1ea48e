'use client'

import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { type ActivityFilter, type ActivityFormat, activityFormats } from '@/lib/activity/schema'
import { writeQuery } from '@/lib/browser/api'
import { saveBlob } from '@/lib/browser/save-file'
import { useZone } from '@/lib/browser/preferences/zone'
import type { Translator } from '@/lib/messages/translator'

async function fetchFile(
  t: Translator<'activity'>,
  filter: ActivityFilter,
  format: ActivityFormat,
  zone: string,
): Promise<Blob> {
  const response = await fetch(`/api/activity/export${writeQuery({ tz: zone, ...filter, format })}`, {
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
  })
  if (response.ok) return response.blob()
  const problem = (await response.json().catch(() => null)) as { detail?: unknown } | null
  throw new Error(
    typeof problem?.detail === 'string' ? problem.detail : t('exporting.refused', { status: String(response.status) }),
  )
}

/** Exports all entries that match, not only those that are loaded. */
export function ExportMenu({ filter, total }: { filter: ActivityFilter; total: number | null }) {
  const t = useTranslations('activity')
  const toast = useToast()
  const { zone } = useZone()
  const [isBusy, setBusy] = useState(false)
  const take = (format: ActivityFormat) => {
    setBusy(true)
    fetchFile(t, filter, format, zone)
      .then(
        (file) => saveBlob(`activity-${new Date().toISOString().slice(0, 10)}.${format}`, file),
        (error: unknown) =>
          toast.show({
            tone: 'bad',
            title: t('exporting.failed'),
            description: error instanceof TypeError ? t('exporting.offline') : (error as Error).message,
          }),
      )
      .finally(() => setBusy(false))
  }
  return (
    <Menu
      trigger={
        <Button icon={Download} busy={isBusy} disabled={total === 0}>
          {total === null ? t('actions.export') : t('actions.exportCount', { count: total })}
        </Button>
      }
    >
      {activityFormats.map((format) => (
        <MenuItem key={format} onSelect={() => take(format)}>
          {t(`actions.${format}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}
