import { useLocale } from 'next-intl'
import { formatBytes } from '@/lib/browser/preferences/numbers'
import type { ExportFile } from '@/lib/exports/schema'

/** The file name of a finished document, and its size once it is known. */
export function FileFacts({ file: { state, fileName, bytes } }: { file: ExportFile }) {
  const language = useLocale()
  if (state !== 'ready' || fileName === null) return null
  return (
    <p className="text-sm wrap-anywhere text-ink-muted">
      {[fileName, bytes === null ? null : formatBytes(bytes, language)].filter((fact) => fact !== null).join(' · ')}
    </p>
  )
}
