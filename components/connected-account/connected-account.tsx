'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleHelp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { IconButton } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import { systemQueries } from '@/lib/system/queries'

/** What a page lists, as `shell.connected` names it. */
type Listed =
  | 'inspections'
  | 'files'
  | 'assets'
  | 'users'
  | 'statusGroups'
  | 'types'
  | 'templates'
  | 'responseSets'
  | 'training'
  | 'connections'

/** Says that a page shows only what the connected account can access, with its name. */
export function ConnectedAccountNote({ of: listed }: { of: Listed }) {
  const t = useTranslations('shell.connected')
  const { data } = useQuery(systemQueries.account())
  const name = data?.name ?? null
  return <p>{t('text', { listed, isNamed: name === null ? 'no' : 'yes', name: name ?? '' })}</p>
}

/** The note behind a button, once on each page with a list. */
export function ConnectedAccountInfo({ of: listed }: { of: Listed }) {
  const label = useTranslations('shell.connected')('label')
  return (
    <Popover
      label={label}
      align="start"
      className="w-80 p-3 text-sm whitespace-normal"
      trigger={<IconButton label={label} icon={CircleHelp} size="sm" />}
    >
      <ConnectedAccountNote of={listed} />
    </Popover>
  )
}
