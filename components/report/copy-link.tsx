'use client'

import { Link2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { IconButton } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { titleOfItem } from '@/lib/report/names-model'
import type { ReportItem } from '@/lib/report/schema'
import { useReportNames } from '@/lib/report/use-names'
import { cutText, itemAnchor } from '@/lib/report/view'

/** Parameters of the address that belong to this person's view and not to the item. */
const ownParts = ['media', 'list', 'tab'] as const

/** Copies the link to an item. Hidden until its row is hovered or the button is focused; always visible on touch screens. */
export function CopyLinkButton({ item }: { item: ReportItem }) {
  const t = useTranslations('report.link')
  const names = useReportNames()
  const toast = useToast()
  const copy = async () => {
    const url = new URL(window.location.href)
    url.hash = itemAnchor(item.key)
    for (const name of ownParts) url.searchParams.delete(name)
    try {
      await navigator.clipboard.writeText(url.href)
      toast.show({ tone: 'good', title: t('copied') })
    } catch {
      // Without permission, people can still copy from the address bar.
      window.history.replaceState(window.history.state, '', url.hash)
      toast.show({ title: t('refused') })
    }
  }
  return (
    <IconButton
      size="sm"
      icon={Link2}
      label={t('copy', { item: cutText(titleOfItem(item, names), 200) })}
      onClick={() => void copy()}
      className="opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 print:hidden [@media(hover:none)]:opacity-60"
    />
  )
}
