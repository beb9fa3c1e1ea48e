'use client'

import { useTranslations } from 'next-intl'
import { Dialog } from '@/components/ui/dialog'
import { ShortcutList } from '@/components/ui/shortcut-list'
import { useRegisteredShortcuts } from '@/lib/browser/shortcuts'

/** The keys of the viewer and of the file that is open in it. */
export function ViewerKeys({ onClose }: { onClose: () => void }) {
  const t = useTranslations('media')
  const group = t('shortcutGroup')
  const shortcuts = useRegisteredShortcuts().filter((shortcut) => shortcut.group === group)
  return (
    <Dialog open size="sm" onOpenChange={(open) => !open && onClose()} title={t('viewer.keys')}>
      <ShortcutList shortcuts={shortcuts} />
    </Dialog>
  )
}
