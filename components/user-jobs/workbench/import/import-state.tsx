import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import { describeProblem } from '@/lib/user-jobs/sheet/issue-view'
import type { Import } from './use-import'

/** The source that is being read, or why it could not be read. */
export function ImportState({ reading, hasRows }: { reading: Import; hasRows: boolean }) {
  const t = useTranslations('userJobs')
  const { problem, failure, progress } = reading
  return (
    <>
      {problem !== null && (
        <div role="alert" className="rounded border border-bad/30 bg-bad-soft p-3 text-sm">
          <p className="font-medium wrap-anywhere">
            {problem.sourceName === null ? t('upload.filesNotRead') : t('upload.notRead', { name: problem.sourceName })}
          </p>
          <p className="wrap-anywhere">
            {describeProblem(t, problem.problem)} {hasRows && t('upload.kept')}
          </p>
        </div>
      )}
      {failure !== null && (
        <ErrorNotice
          error={failure}
          title={t('upload.currentFailed')}
          next={t('upload.currentNext')}
          onRetry={() => void reading.readCurrentUsers()}
        />
      )}
      {progress !== null && (
        <output className="flex flex-col gap-2 rounded border border-line bg-surface p-4 text-sm">
          <div className="flex items-center justify-between gap-3">
            <p className="min-w-0 truncate">
              {progress.rows === null
                ? t(`upload.${progress.step}`, { name: progress.sourceName })
                : t(`upload.${progress.step}Rows`, { name: progress.sourceName, ...progress.rows })}
            </p>
            <Button size="sm" onClick={reading.stop}>
              {t('upload.actions.stop')}
            </Button>
          </div>
          <ProgressBar value={progress.rows?.done ?? 0} max={progress.rows?.total ?? 1} />
        </output>
      )}
    </>
  )
}
