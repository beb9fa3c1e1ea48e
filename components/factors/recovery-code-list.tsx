'use client'

import { Copy, Download, Printer } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { copyText } from '@/lib/browser/copy-text'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { consoleAddress } from '@/lib/browser/own-address'
import { saveText } from '@/lib/browser/save-file'

/** Prints the text in a window of its own and closes it. Returns false if the browser blocked the window. */
function printSheet(text: string): boolean {
  const page = window.open('', '_blank', 'width=480,height=640')
  if (page === null) return false
  const sheet = page.document.createElement('pre')
  sheet.textContent = text
  page.document.body.append(sheet)
  page.addEventListener('afterprint', () => page.close())
  page.print()
  return true
}

/** New recovery codes. They are shown only once. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const t = useTranslations('factors.recovery')
  const tCommon = useTranslations('common')
  const toast = useToast()
  const writeSheet = () => t('sheet', { origin: consoleAddress(), codes: codes.join('\n') })
  const copy = async () => {
    if (await copyText(codes.join('\n'))) toast.show({ tone: 'good', title: t('copied') })
    else toast.show({ title: tCommon('copyBlocked') })
  }
  const print = () => {
    if (!printSheet(writeSheet())) toast.show({ title: t('printBlocked') })
  }
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>{t('explain')}</p>
      <ul
        aria-label={t('title')}
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded border border-line bg-raised p-3 font-mono select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={Download}
          onClick={() => saveText('sightline-recovery-codes.txt', 'text/plain', writeSheet())}
        >
          {t('actions.download')}
        </Button>
        <Button size="sm" icon={Copy} onClick={() => void copy()}>
          {t('actions.copy')}
        </Button>
        <Button size="sm" icon={Printer} onClick={print}>
          {t('actions.print')}
        </Button>
      </div>
    </div>
  )
}
