'use client'

import { useTranslations } from 'next-intl'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { ShortcutList } from '@/components/ui/shortcut-list'
import { useRegisteredShortcuts } from '@/lib/browser/shortcuts'

/** Every shortcut that works on this page, and the switch for single-key shortcuts. */
export default function ShortcutSheet({
  hasSingleKeys,
  onSingleKeys,
  onClose,
}: {
  hasSingleKeys: boolean
  onSingleKeys: (on: boolean) => void
  onClose: () => void
}) {
  const t = useTranslations('shell.shortcuts')
  const shortcuts = useRegisteredShortcuts()
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')}>
      <ShortcutList shortcuts={shortcuts} />
      <label className="flex items-center gap-2 border-t border-line pt-4 text-sm">
        <Checkbox checked={hasSingleKeys} onChange={(event) => onSingleKeys(event.target.checked)} />
        {t('singleKeys')}
      </label>
    </Dialog>
  )
}
