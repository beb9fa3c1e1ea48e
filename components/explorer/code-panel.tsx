'use client'

import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Segmented } from '@/components/ui/segmented'
import { useToast } from '@/components/ui/toast'
import type { ExplorerRequest } from '@/lib/explorer/schema'
import { toCurl, toTypeScript } from '@/lib/explorer/to-code'

const languages = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
] as const

/** The request as something to paste elsewhere, without the token. */
export function CodePanel({ request, isFile }: { request: ExplorerRequest; isFile: boolean }) {
  const toast = useToast()
  const [language, setLanguage] = useState<(typeof languages)[number]['value']>('curl')
  const code = language === 'curl' ? toCurl(request, isFile) : toTypeScript(request, isFile)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      toast.show({ tone: 'good', title: 'Copied, without the token' })
    } catch {
      toast.show({ tone: 'attention', title: 'The browser does not allow copying here.' })
    }
  }
  return (
    <section aria-label="As code" className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented className="w-48" label="Language" value={language} options={languages} onChange={setLanguage} />
        <Button size="sm" icon={Copy} onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <ScrollRegion label="Code" className="max-h-64 overflow-auto rounded border border-line bg-surface p-3">
        <pre className="font-mono text-xs leading-5">{code}</pre>
      </ScrollRegion>
      <p className="text-xs text-ink-muted">
        Put the address of the service in <code className="font-mono">BASE_URL</code> and a token of your own in{' '}
        <code className="font-mono">TOKEN</code>.
      </p>
    </section>
  )
}
