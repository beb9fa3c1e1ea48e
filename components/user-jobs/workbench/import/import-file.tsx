import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { classNames } from '@/lib/browser/class-names'
import { useMounted } from '@/lib/browser/now'

/** Where a file is dropped or chosen. */
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
  const chooser = useRef<HTMLInputElement>(null)
  // Until the page runs, the browser itself would open a dropped file.
  const isReady = useMounted()
  return (
    <section
      aria-label="Bring in"
      className={classNames(
        'flex flex-col items-center gap-3 rounded-lg border-2 border-dashed px-4 py-8 text-center',
        isDragging ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
      )}
    >
      <FileUp aria-hidden size={28} strokeWidth={1.5} className="text-ink-muted" />
      <p className="text-lg font-medium">
        {isDragging
          ? 'Let go to read the file'
          : !isReady
            ? 'Getting ready …'
            : hasRows
              ? 'Bring in another file'
              : 'Drop a file anywhere on this page'}
      </p>
      <p className="max-w-[60ch] text-sm text-ink-muted">
        CSV, TSV or XLSX with a head line and a line for each user, up to 10,000. Or copy the rows in your spreadsheet
        and press Ctrl+V (⌘V on a Mac) here.
      </p>
      <input
        ref={chooser}
        type="file"
        aria-label="File with users"
        tabIndex={-1}
        className="sr-only"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files)
          // The same file chosen again is read again.
          currentTarget.value = ''
        }}
      />
      <Button
        variant={hasRows ? 'secondary' : 'primary'}
        icon={FileUp}
        disabled={!isReady}
        onClick={() => chooser.current?.click()}
      >
        Choose a file
      </Button>
    </section>
  )
}
