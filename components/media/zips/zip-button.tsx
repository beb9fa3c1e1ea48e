'use client'

import { FolderDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { useMay } from '@/lib/browser/sign-in/actor'
import { describeError } from '@/lib/browser/describe-error'
import { useZone } from '@/lib/browser/preferences/zone'
import type { BulkSelection } from '@/lib/review/schema'
import { startZip } from './zip-start'

/** Downloads the files of an inspection or a selection as one zip. */
export function ZipButton({ selection, label }: { selection: BulkSelection; label?: ReactNode }) {
  const t = useTranslations('shell.zip')
  const [isStarting, setStarting] = useState(false)
  const toast = useToast()
  const { zone } = useZone()
  if (!useMay('media:read')) return null
  const start = async (only: 'all' | 'failed') => {
    setStarting(true)
    try {
      await startZip({ selection, only, zone })
    } catch (error) {
      toast.show({ tone: 'bad', title: t('startFailed'), description: describeError(error).message })
    } finally {
      setStarting(false)
    }
  }
  return (
    <Menu
      trigger={
        <Button size="sm" variant="ghost" icon={FolderDown} busy={isStarting}>
          {label ?? t('actions.download')}
        </Button>
      }
    >
      <MenuItem onSelect={() => void start('all')}>{t('actions.all')}</MenuItem>
      <MenuItem onSelect={() => void start('failed')}>{t('actions.failed')}</MenuItem>
    </Menu>
  )
}
