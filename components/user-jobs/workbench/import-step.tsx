'use client'

import { ClipboardPaste, FileDown, FileUp, Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import { announce } from '@/lib/browser/announce'
import { classNames } from '@/lib/browser/class-names'
import { useMounted } from '@/lib/browser/now'
import { formatCount } from '@/lib/browser/numbers'
import { saveText } from '@/lib/browser/save-file'
import type { ReadChoices } from '@/lib/user-jobs/parse/parse'
import { userJobCalls } from '@/lib/user-jobs/queries'
import type { ReadProgress } from '@/lib/user-jobs/parse/read'
import type { Problem } from '@/lib/user-jobs/sheet/types'
import { loadColumnMemory } from './column-choice'
import { DraftCard } from './draft-card'
import { fetchCurrentUsers } from './import-current'
import { ImportNotes } from './import-notes'
import { createSheetWorker, type SheetWorker } from './sheet-client'
import { useFileEntry } from './use-file-entry'
import { benchOfRead, type BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'

type Source = File | Blob | { text: string }

/** The first step: a file dropped anywhere or chosen, a paste, a template, the users there are, or the draft of before. */
export function ImportStep({
  bench,
  draft,
  onRead,
  onContinueDraft,
  onDropDraft,
  onNext,
}: {
  bench: BenchSheet | null
  draft: BenchSheet | null
  onRead: (bench: BenchSheet) => void
  onContinueDraft?: () => void
  onDropDraft?: () => void
  onNext: () => void
}) {
  const worker = useRef<SheetWorker>(null)
  const stop = useRef<AbortController>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<(ReadProgress & { sourceName: string }) | null>(null)
  const [problem, setProblem] = useState<{ sourceName: string; problem: Problem } | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [pasted, setPasted] = useState('')

  useEffect(() => {
    const made = createSheetWorker()
    worker.current = made
    return () => made.dispose()
  }, [])

  const read = async (source: Source, sourceName: string, choices?: ReadChoices) => {
    stop.current?.abort()
    const mine = new AbortController()
    stop.current = mine
    setProblem(null)
    setFailure(null)
    setProgress({ sourceName, step: 'reading', rows: null })
    const answer = await worker.current?.read(source, {
      memory: loadColumnMemory(),
      ...(choices === undefined ? {} : { choices }),
      signal: mine.signal,
      onProgress: (next) => {
        if (!mine.signal.aborted) setProgress({ ...next, sourceName })
      },
    })
    if (answer === undefined || stop.current !== mine) return
    setProgress(null)
    if (answer.problem === null) {
      const count = answer.read.table.rows.length
      announce(`${sourceName}: ${formatCount(count)} rows read.`)
      onRead(benchOfRead(answer.read, { sourceName, source }))
    } else if (answer.problem.code !== 'stopped') setProblem({ sourceName, problem: answer.problem })
  }
  const readFiles = (files: FileList | null | undefined) => {
    const [file, ...others] = files ?? []
    if (file === undefined) return
    if (others.length > 0) {
      const message = `${formatCount(others.length + 1)} files came at once. Bring in one at a time.`
      setProblem({ sourceName: 'The files', problem: { code: 'not-a-table', message } })
    } else void read(file, file.name)
  }
  const readPaste = (text: string) => void read({ text }, 'Pasted rows')
  const startFromCurrent = async () => {
    setFailure(null)
    setProblem(null)
    const mine = new AbortController()
    stop.current?.abort()
    stop.current = mine
    setProgress({ sourceName: 'Current users', step: 'reading', rows: null })
    try {
      const { file, sourceName } = await fetchCurrentUsers(mine.signal)
      await read(file, sourceName)
    } catch (error) {
      if (mine.signal.aborted) return
      setProgress(null)
      setFailure(error)
    }
  }

  // Before the page lives, the browser itself would open what is dropped.
  const isReady = useMounted()
  const isDragging = useFileEntry({ onFiles: readFiles, onText: readPaste })
  useEffect(() => () => stop.current?.abort(), [])

  return (
    <div className="flex flex-col gap-4">
      {draft !== null && onContinueDraft !== undefined && onDropDraft !== undefined && (
        <DraftCard draft={draft} onContinue={onContinueDraft} onDrop={onDropDraft} />
      )}
      {problem !== null && (
        <div role="alert" className="rounded border border-bad/30 bg-bad-soft p-3 text-sm">
          <p className="font-medium wrap-anywhere">{problem.sourceName} was not read</p>
          <p className="wrap-anywhere">
            {problem.problem.message} {bench === null ? '' : 'Your rows are as they were.'}
          </p>
        </div>
      )}
      {failure !== null && (
        <ErrorNotice
          error={failure}
          title="The current users could not be read"
          next="A file or a paste serves as well."
          onRetry={() => void startFromCurrent()}
        />
      )}
      {progress !== null && (
        <output className="flex flex-col gap-2 rounded border border-line bg-surface p-4 text-sm">
          <div className="flex items-center justify-between gap-3">
            <p className="min-w-0 truncate">
              {progress.step === 'reading' ? 'Reading' : 'Checking'} {progress.sourceName}
              {progress.rows === null
                ? ' …'
                : `: ${formatCount(progress.rows.done)} of ${formatCount(progress.rows.total)} rows`}
            </p>
            <Button
              size="sm"
              onClick={() => {
                stop.current?.abort()
                setProgress(null)
                announce('Stopped. Nothing was changed.')
              }}
            >
              Stop
            </Button>
          </div>
          <ProgressBar value={progress.rows?.done ?? 0} max={progress.rows?.total ?? 1} />
        </output>
      )}
      {bench !== null && (
        <ImportNotes
          bench={bench}
          isBusy={progress !== null}
          onReadAgain={(choices) => {
            if (bench.source !== null) void read(bench.source, bench.sourceName, choices)
          }}
          onNext={onNext}
        />
      )}
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
              : bench === null
                ? 'Drop a file anywhere on this page'
                : 'Bring in another file'}
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
            readFiles(currentTarget.files)
            // The same file chosen again is read again.
            currentTarget.value = ''
          }}
        />
        <Button
          variant={bench === null ? 'primary' : 'secondary'}
          icon={FileUp}
          disabled={!isReady}
          onClick={() => chooser.current?.click()}
        >
          Choose a file
        </Button>
      </section>
      <div className="grid gap-4 md:grid-cols-2">
        <section aria-labelledby="paste-head" className="flex flex-col gap-2 rounded border border-line bg-surface p-4">
          <h2 id="paste-head" className="font-medium">
            Paste
          </h2>
          <label className="flex flex-col gap-1 text-sm text-ink-muted">
            Rows from a spreadsheet, with their head line
            <textarea
              value={pasted}
              onChange={({ currentTarget }) => setPasted(currentTarget.value)}
              rows={4}
              spellCheck={false}
              autoComplete="off"
              className="w-full resize-y rounded border border-line-strong bg-surface p-2 font-mono text-xs text-ink"
            />
          </label>
          <Button
            className="self-start"
            icon={ClipboardPaste}
            disabled={pasted.trim() === ''}
            onClick={() => {
              readPaste(pasted)
              setPasted('')
            }}
          >
            Read these rows
          </Button>
        </section>
        <section aria-labelledby="start-head" className="flex flex-col gap-3 rounded border border-line bg-surface p-4">
          <h2 id="start-head" className="font-medium">
            Nothing to start from?
          </h2>
          <div className="flex flex-col items-start gap-1">
            <Button icon={FileDown} onClick={() => void saveTemplate()}>
              Download the template
            </Button>
            <p className="text-sm text-ink-muted">All columns that are known, with an example line.</p>
          </div>
          <div className="flex flex-col items-start gap-1">
            <div className="flex flex-wrap gap-2">
              <Button icon={Users} disabled={progress !== null} onClick={() => void startFromCurrent()}>
                Start from the current users
              </Button>
              <a href={userJobCalls.currentUsersHref} download className={buttonClass('ghost')}>
                <FileDown aria-hidden size={16} strokeWidth={1.75} />
                Download them
              </a>
            </div>
            <p className="text-sm text-ink-muted">As far as the service tells who they are. Never with passwords.</p>
          </div>
        </section>
      </div>
    </div>
  )
}

async function saveTemplate(): Promise<void> {
  const { writeTemplate } = await import('@/lib/user-jobs/parse/files')
  saveText('users-template.csv', 'text/csv', writeTemplate(true))
}
