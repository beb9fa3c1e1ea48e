import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import { formatCount } from '@/lib/browser/numbers'
import type { Import } from './use-import'

/** What is being read, and why something was not. */
export function ImportState({ reading, hasRows }: { reading: Import; hasRows: boolean }) {
  const { problem, failure, progress } = reading
  return (
    <>
      {problem !== null && (
        <div role="alert" className="rounded border border-bad/30 bg-bad-soft p-3 text-sm">
          <p className="font-medium wrap-anywhere">{problem.sourceName} was not read</p>
          <p className="wrap-anywhere">
            {problem.problem.message} {hasRows ? 'Your rows are as they were.' : ''}
          </p>
        </div>
      )}
      {failure !== null && (
        <ErrorNotice
          error={failure}
          title="The current users could not be read"
          next="A file or a paste serves as well."
          onRetry={() => void reading.readCurrentUsers()}
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
            <Button size="sm" onClick={reading.stop}>
              Stop
            </Button>
          </div>
          <ProgressBar value={progress.rows?.done ?? 0} max={progress.rows?.total ?? 1} />
        </output>
      )}
    </>
  )
}
