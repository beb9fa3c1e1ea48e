'use client'

import { Ellipsis } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { IconButton } from '@/components/ui/button'
import { lateMenu } from '@/components/ui/menu'
import type { ViewItemsProps } from './view-items'

const LateMenu = lateMenu(async () => (await import('./view-items')).ViewItems)

/** A menu with the actions of the active view, and of all views. */
export function ViewMenu(props: ViewItemsProps) {
  const t = useTranslations('savedViews.menu')
  return (
    <LateMenu trigger={<IconButton size="sm" icon={Ellipsis} label={t('label')} />} className="max-w-80" of={props} />
  )
}
