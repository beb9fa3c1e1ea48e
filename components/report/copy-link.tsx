'use client'

import { Link2 } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import type { ReportItem } from '@/lib/report/schema'
import { cutText, itemAnchor, titleOfItem } from '@/lib/report/view'

/** The parts of an address that say how a report is looked at, and not what the link is about. */
const ownParts = ['media', 'list', 'tab'] as const

/** Copies the link of an item. Faint until its row is pointed at or it is focused; where nothing can point, always there. */
export function CopyLinkButton({ item }: { item: ReportItem }) {
  const toast = useToast()
  const copy = async () => {
    const url = new URL(window.location.href)
    url.hash = itemAnchor(item.key)
    for (const name of ownParts) url.searchParams.delete(name)
    try {
      await navigator.clipboard.writeText(url.href)
      toast.show({ tone: 'good', title: 'Link copied' })
    } catch {
      // Without permission the address bar still has it.
      window.history.replaceState(window.history.state, '', url.hash)
      toast.show({ title: 'The browser does not allow copying. The link is in the address bar.' })
    }
  }
  return (
    <IconButton
      size="sm"
      icon={Link2}
      label={`Copy link to ${cutText(titleOfItem(item), 200)}`}
      onClick={() => void copy()}
      className="opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 print:hidden [@media(hover:none)]:opacity-60"
    />
  )
}
