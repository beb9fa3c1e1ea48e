'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '@/components/media/viewer/clipboard'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'

/** A token, the one time that it is seen, with how to use it. */
export function NewToken({ token }: { token: string }) {
  const toast = useToast()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const done = await copyText(token)
    setCopied(done)
    if (!done) toast.show({ title: 'The browser does not allow copying. Select the token instead.' })
  }
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>
        <b>Copy the token now.</b> Sightline does not store it and cannot show it again.
      </p>
      <div className="flex flex-wrap items-center gap-2 rounded border border-line bg-raised p-2">
        <code data-token className="min-w-0 flex-1 basis-60 font-mono text-xs break-all select-all">
          {token}
        </code>
        <Button data-autofocus variant="primary" icon={isCopied ? Check : Copy} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy token'}
        </Button>
      </div>
      <div className="flex flex-col gap-1">
        <p className="text-ink-muted">Send it with each request:</p>
        <pre className="overflow-x-auto rounded border border-line bg-raised p-2 font-mono text-xs">
          {`curl -H "Authorization: Bearer $SIGHTLINE_TOKEN" \\\n  ${globalThis.location.origin}/api/inspections`}
        </pre>
      </div>
    </div>
  )
}
