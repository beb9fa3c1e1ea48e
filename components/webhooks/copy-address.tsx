'use client'

import { Copy } from 'lucide-react'
import { copyText } from '@/components/media/viewer/clipboard'
import { IconButton } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'

/** An address in full, and a button that copies it. */
export function CopyAddress({ address }: { address: string }) {
  const toast = useToast()
  const copy = async () => {
    if (await copyText(address)) toast.show({ tone: 'good', title: 'Address copied' })
    else toast.show({ title: 'The browser does not allow copying. Select the address instead.' })
  }
  return (
    <span className="flex items-start gap-1">
      <code className="min-w-0 py-1 font-mono text-xs break-all select-all">{address}</code>
      <IconButton size="sm" icon={Copy} label="Copy the receiver’s address" onClick={() => void copy()} />
    </span>
  )
}
