'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pause, Play, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Time } from '@/components/ui/time'
import { useToast } from '@/components/ui/toast'
import { classNames } from '@/lib/browser/class-names'
import { describeError } from '@/lib/browser/describe-error'
import { formatBytes, formatCount } from '@/lib/browser/numbers'
import { isZipLive, zipQueries } from '@/lib/media/queries'
import type { ZipProgress, ZipStarted } from '@/lib/media/schema'
import { dismissZip, retryZip, useZips } from './zip-store'

/** The zips that are being downloaded, wherever in the console one is by then. Mounted once. */
export function ZipPanel() {
  const zips = useZips()
  if (zips.length === 0) return null
  return (
    <section
      aria-label="Zip downloads"
      className="fixed right-4 bottom-[calc(4rem+var(--foot-height,0px))] z-50 flex max-h-[60dvh] w-[min(22rem,calc(100vw-2rem))] flex-col divide-y divide-line overflow-y-auto rounded border border-line bg-surface text-sm text-ink shadow-float print:hidden sm:bottom-[calc(1rem+var(--foot-height,0px))]"
    >
      {zips.map((zip) => (
        <Zip key={zip.zipId} zip={zip} />
      ))}
    </section>
  )
}

const plural = (count: number, one: string) => `${formatCount(count)} ${count === 1 ? one : `${one}s`}`

function describe(zip: ZipStarted, progress: ZipProgress | undefined): string {
  if (progress === undefined || progress.state === 'waiting') return `Starting, ${plural(zip.files, 'file')}`
  const size = formatBytes(progress.bytes)
  const counted = `${formatCount(progress.done)} of ${plural(progress.files, 'file')}, ${size}`
  if (progress.state === 'running') return counted
  if (progress.state === 'paused') return `Paused at ${counted}`
  if (progress.state !== 'done')
    return `${progress.state === 'failed' ? 'Failed' : 'Cancelled'} after ${counted}. What was kept of it is no zip.`
  const missing = progress.missing.filter(({ isIncomplete }) => !isIncomplete).length
  const lacking = progress.missingCount > progress.missing.length ? progress.missingCount : missing
  return `${plural(progress.files - lacking, 'file')}, ${size}`
}

function Zip({ zip }: { zip: ZipStarted }) {
  const { zipId } = zip
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const { data: progress, error } = useQuery(zipQueries.progress(zipId))
  const state = progress?.state ?? 'waiting'
  const isLive = error === null && isZipLive(state)

  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
    } catch (failure) {
      toast.show({ tone: 'bad', title: 'That did not work', description: describeError(failure).message })
    } finally {
      setBusy(false)
    }
  }
  const act = (name: 'pause' | 'resume' | 'cancel') =>
    run(async () => client.setQueryData(zipQueries.progress(zipId).queryKey, await zipQueries.act(zipId, name)))
  const missingCount = progress?.missingCount ?? 0

  return (
    <div className="flex flex-col gap-2 p-3">
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium" title={zip.fileName}>
            {zip.fileName}
          </p>
          <p className="text-ink-muted tabular-nums">
            {error === null ? describe(zip, progress) : describeError(error).message}
          </p>
          {error === null && progress?.endsAt != null && (
            <p className="text-attention">
              If it is not resumed, it is ended <Time value={progress.endsAt} format="relative" />, and what was kept of
              it is no zip.
            </p>
          )}
        </div>
        {state === 'running' && (
          <IconButton size="sm" icon={Pause} label="Pause" disabled={isBusy} onClick={() => void act('pause')} />
        )}
        {state === 'paused' && (
          <IconButton size="sm" icon={Play} label="Resume" disabled={isBusy} onClick={() => void act('resume')} />
        )}
        {isLive ? (
          <IconButton size="sm" icon={X} label="Cancel the zip" disabled={isBusy} onClick={() => void act('cancel')} />
        ) : (
          <IconButton size="sm" icon={X} label="Close" onClick={() => dismissZip(zipId)} />
        )}
      </div>
      {isLive && <ProgressBar value={progress?.done ?? 0} max={zip.files} />}
      <output className="sr-only">{describeEnd(state, missingCount)}</output>
      {progress?.problem != null && <p className="text-bad">{progress.problem}</p>}
      {zip.unread > 0 && (
        <p className="text-ink-muted">
          {zip.unread === 1 ? 'One inspection was' : `${formatCount(zip.unread)} inspections were`} not read yet. Their
          files are not in it.
        </p>
      )}
      {progress !== undefined && missingCount > 0 && (
        <>
          <Missing progress={progress} />
          {state === 'done' && (
            <Button
              size="sm"
              icon={RotateCcw}
              busy={isBusy}
              className="self-start"
              onClick={() => void run(() => retryZip(zipId))}
            >
              {missingCount === 1 ? 'Retry the missing one' : `Retry the ${formatCount(missingCount)} missing`}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

function describeEnd(state: ZipProgress['state'], missingCount: number): string {
  if (state === 'failed') return 'The zip failed.'
  if (state !== 'done') return ''
  return missingCount === 0 ? 'The zip is complete.' : `The zip is done. ${plural(missingCount, 'file')} missing.`
}

function Missing({ progress }: { progress: ZipProgress }) {
  const { missing, missingCount, state } = progress
  const shown = new Set(missing.map(({ inspection }) => inspection)).size > 1
  return (
    <details className={classNames('min-w-0', state === 'done' ? 'text-bad' : 'text-ink-muted')}>
      <summary className="cursor-pointer">
        {missingCount === 1 ? 'One file is' : `${formatCount(missingCount)} files are`} missing or not whole
      </summary>
      <ul className="mt-1 flex flex-col gap-1.5 text-ink">
        {missing.map(({ auditId, mediaId, fileName, inspection, isIncomplete, reason }) => (
          <li key={`${auditId} ${mediaId} ${fileName}`} className="min-w-0">
            <p className="truncate" title={fileName}>
              {fileName.split('/').at(-1)}
            </p>
            <p className="text-xs text-ink-muted">
              {shown && `${inspection}. `}
              {isIncomplete && 'In the zip, but not whole. '}
              {reason}
            </p>
          </li>
        ))}
        {missingCount > missing.length && (
          <li className="text-xs text-ink-muted">All of them are in manifest.csv in the zip.</li>
        )}
      </ul>
    </details>
  )
}
