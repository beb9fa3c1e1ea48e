import { TriangleAlert } from 'lucide-react'

/** What was out of order in the document; the report is readable all the same. */
export function Oddities({ oddities }: { oddities: readonly string[] }) {
  if (oddities.length === 0) return null
  return (
    <details className="rounded border border-line bg-surface px-3 py-2 text-sm print:hidden">
      <summary className="text-ink-muted">
        <TriangleAlert aria-hidden size={14} strokeWidth={2} className="mr-1.5 inline align-[-2px] text-attention" />
        The document is not quite in order; everything in it is shown
      </summary>
      <ul className="mt-1 list-disc pl-8">
        {oddities.map((oddity) => (
          <li key={oddity}>{oddity}</li>
        ))}
      </ul>
    </details>
  )
}
