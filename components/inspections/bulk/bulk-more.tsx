'use client'

import { Copy, Ellipsis, ExternalLink, Link as LinkIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { IconButton } from '@/components/ui/button'
import { countSelected, type Selection } from '@/components/ui/data-table/selection/selection'
import { Menu, MenuItem } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import type { AuditId } from '@/lib/ids'
import type { ListParams } from '@/lib/inspections/schema'
import { collectIds, copyMax, openTabs, tabsMax, writeLink } from './bulk-actions'

interface MoreProps {
  selection: Selection<AuditId>
  params: ListParams
  total: number | null
}

/** The rarer actions of selected inspections: copy ids and links, open them in tabs. */
export function BulkMore(props: MoreProps) {
  const t = useTranslations('inspections.bulk')
  const actions = useActions(props)
  const count = countSelected(props.selection, props.total)
  return (
    <Menu trigger={<IconButton label={t('menu')} icon={Ellipsis} size="sm" busy={actions.isBusy} />}>
      <MenuItem icon={Copy} onSelect={actions.copyIds}>
        {t('actions.copyIds')}
      </MenuItem>
      <MenuItem icon={LinkIcon} onSelect={actions.copyLinks}>
        {t('actions.copyLinks')}
      </MenuItem>
      <MenuItem icon={ExternalLink} onSelect={actions.open}>
        {count !== null && count > tabsMax ? t('actions.openFirst', { count: tabsMax }) : t('actions.open')}
      </MenuItem>
    </Menu>
  )
}

function useActions({ selection, params, total }: MoreProps) {
  const t = useTranslations('inspections.bulk')
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const count = countSelected(selection, total) ?? 0

  const withIds = async (max: number, use: (ids: readonly AuditId[]) => Promise<void> | void) => {
    setBusy(true)
    try {
      await use(await collectIds(selection, params, { max }))
    } catch (error) {
      toast.show({ tone: 'bad', title: t('failed'), description: describeError(error).message })
    } finally {
      setBusy(false)
    }
  }
  const copy = (what: 'ids' | 'links', write: (id: AuditId) => string) => {
    if (count > copyMax)
      return toast.show({
        tone: 'attention',
        title: t(`tooMany.${what}`, { max: copyMax }),
        description: t('tooMany.text', { count }),
      })
    void withIds(copyMax, async (ids) => {
      await navigator.clipboard.writeText(ids.map(write).join('\n'))
      toast.show({ tone: 'good', title: t(`copied.${what}`, { count: ids.length }) })
    })
  }
  return {
    isBusy,
    copyIds: () => copy('ids', (id) => id),
    copyLinks: () => copy('links', writeLink),
    open: () =>
      void withIds(tabsMax, (ids) => {
        const opened = openTabs(ids)
        if (opened < ids.length)
          toast.show({
            tone: 'attention',
            title: t('blocked.title', { opened, count: ids.length }),
            description: t('blocked.text'),
          })
        else if (count > ids.length) toast.show({ title: t('openedFirst', { opened: ids.length, count }) })
      }),
  }
}
