import { FileUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { classNames } from '@/lib/browser/class-names'
import { useMounted } from '@/lib/browser/now'
import { usersMax } from '@/lib/user-jobs/values-model'

/** The area where a file is dropped or chosen. */
export function ImportFile({
  hasRows,
  isDragging,
  onFiles,
}: {
  hasRows: boolean
  /** Whether a file is being dragged over the page. */
  isDragging: boolean
  onFiles: (files: FileList | null) => void
}) {
  const t = useTranslations('userJobs.upload')
  const chooser = useRef<HTMLInputElement>(null)
  // Dropping is offered only when the page is interactive, because before that the browser itself would open the file.
  const isReady = useMounted()
  return (
    <section
      aria-label={t('label')}
      className={classNames(
        'flex flex-col items-center gap-3 rounded-lg border-2 border-dashed px-4 py-8 text-center',
        isDragging ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
      )}
    >
      <FileUp aria-hidden size={28} strokeWidth={1.5} className="text-ink-muted" />
      <p className="text-lg font-medium">
        {isDragging ? t('dropNow') : !isReady ? t('loading') : hasRows ? t('another') : t('drop')}
      </p>
      <p className="max-w-[60ch] text-sm text-ink-muted">{t('hint', { max: usersMax })}</p>
      <input
        ref={chooser}
        type="file"
        aria-label={t('file')}
        tabIndex={-1}
        className="sr-only"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files)
          // Without this, choosing the same file again would not read it again.
          currentTarget.value = ''
        }}
      />
      <Button
        variant={hasRows ? 'secondary' : 'primary'}
        icon={FileUp}
        disabled={!isReady}
        onClick={() => chooser.current?.click()}
      >
        {t('actions.choose')}
      </Button>
    </section>
  )
}
