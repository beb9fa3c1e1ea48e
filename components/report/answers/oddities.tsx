import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'

/** Problems in the structure of the document. The report is readable in spite of them. */
export function Oddities({ oddities }: { oddities: readonly string[] }) {
  const t = useTranslations('report')
  if (oddities.length === 0) return null
  return (
    <details className="rounded border border-line bg-surface px-3 py-2 text-sm print:hidden">
      <summary className="text-ink-muted">
        <TriangleAlert aria-hidden size={14} strokeWidth={2} className="me-1.5 inline align-[-2px] text-attention" />
        {t('oddities')}
      </summary>
      <ul className="mt-1 list-disc ps-8">
        {oddities.map((oddity) => (
          <li key={oddity}>{oddity}</li>
        ))}
      </ul>
    </details>
  )
}
