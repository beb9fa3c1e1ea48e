'use client'

import { Copy, Download, Printer } from 'lucide-react'
import { copyText } from '@/components/media/viewer/clipboard'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { saveText } from '@/lib/browser/save-file'

function writeSheet(codes: readonly string[]): string {
  return [
    'Recovery codes for Sightline',
    window.location.origin,
    '',
    ...codes,
    '',
    'Each code signs you in once when your other second factors are lost.',
    '',
  ].join('\n')
}

/** A page of its own with nothing but the codes, which is closed again. */
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

/** New recovery codes, which are shown this once. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const toast = useToast()
  const copy = async () => {
    if (await copyText(codes.join('\n'))) toast.show({ tone: 'good', title: 'Recovery codes copied' })
    else toast.show({ title: 'The browser does not allow copying. Select the codes instead.' })
  }
  const print = () => {
    if (!printSheet(writeSheet(codes))) toast.show({ title: 'The browser blocked the page to print.' })
  }
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>
        Each of these codes signs you in once when your other second factors are lost. Keep them where you find them
        without this device. They are not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
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
          onClick={() => saveText('sightline-recovery-codes.txt', 'text/plain', writeSheet(codes))}
        >
          Download
        </Button>
        <Button size="sm" icon={Copy} onClick={() => void copy()}>
          Copy
        </Button>
        <Button size="sm" icon={Printer} onClick={print}>
          Print
        </Button>
      </div>
    </div>
  )
}
