'use client'

import { Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ScrollRegion } from '@/components/ui/lists/scroll-region'
import { Segmented } from '@/components/ui/inputs/segmented'
import { useToast } from '@/components/ui/toast'
import type { ExplorerRequest } from '@/lib/explorer/schema'
import { toCurl, toTypeScript } from '@/lib/explorer/to-code'

const languages = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
] as const

const code = (text: ReactNode) => <code className="font-mono">{text}</code>

/** The request as code to paste elsewhere, without the token. */
export function CodePanel({ request, isFile }: { request: ExplorerRequest; isFile: boolean }) {
  const t = useTranslations('explorer')
  const toast = useToast()
  const [language, setLanguage] = useState<(typeof languages)[number]['value']>('curl')
  const source = language === 'curl' ? toCurl(request, isFile) : toTypeScript(request, isFile)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(source)
      toast.show({ tone: 'good', title: t('copy.copiedWithoutToken') })
    } catch {
      toast.show({ tone: 'attention', title: t('copy.refused') })
    }
  }
  return (
    <section aria-label={t('code.label')} className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented label={t('code.language')} value={language} options={languages} onChange={setLanguage} />
        <Button size="sm" icon={Copy} onClick={() => void copy()}>
          {t('actions.copy')}
        </Button>
      </div>
      <ScrollRegion label={t('code.code')} className="max-h-64 overflow-auto rounded border border-line bg-surface p-3">
        <pre className="font-mono text-xs leading-5">{source}</pre>
      </ScrollRegion>
      <p className="text-xs text-ink-muted">{t.rich('code.hint', { base: code, token: code })}</p>
    </section>
  )
}
