'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pause, Play, RotateCcw, X } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Time } from '@/components/ui/dates/time'
import { useToast } from '@/components/ui/toast'
import { classNames } from '@/lib/browser/class-names'
import { describeError } from '@/lib/browser/describe-error'
import { formatBytes } from '@/lib/browser/preferences/numbers'
import { isZipLive, zipQueries } from '@/lib/media/queries'
import type { ZipProgress, ZipStarted } from '@/lib/media/schema'
import type { PageLanguage } from '@/lib/messages/languages'
import type { Translator } from '@/lib/messages/translator'
import { retryZip } from './zip-start'
import { dismissZip } from './zip-store'

type ZipText = Translator<'shell.zip'>

function describe(t: ZipText, zip: ZipStarted, progress: ZipProgress | undefined, language: PageLanguage): string {
  if (progress === undefined) return t('starting', { files: zip.files })
  const { state, done, files } = progress
  if (state === 'waiting') return t('starting', { files: zip.files })
  const size = formatBytes(progress.bytes, language)
  if (state !== 'done') return t(state, { done, files, size })
  const missing = progress.missing.filter(({ isIncomplete }) => !isIncomplete).length
  const lacking = progress.missingCount > progress.missing.length ? progress.missingCount : missing
  return t('done', { files: files - lacking, size })
}

/** One zip that is being downloaded. */
export function Zip({ zip }: { zip: ZipStarted }) {
  const t = useTranslations('shell.zip')
  const common = useTranslations('common')
  const language = useLocale()
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
      toast.show({ tone: 'bad', title: t('actFailed'), description: describeError(failure).message })
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
            {error === null ? describe(t, zip, progress, language) : describeError(error).message}
          </p>
          {error === null && progress?.endsAt != null && (
            <p className="text-attention">{t.rich('ends', { time: () => <Ends at={progress.endsAt ?? ''} /> })}</p>
          )}
        </div>
        {state === 'running' && (
          <IconButton
            size="sm"
            icon={Pause}
            label={t('actions.pause')}
            disabled={isBusy}
            onClick={() => void act('pause')}
          />
        )}
        {state === 'paused' && (
          <IconButton
            size="sm"
            icon={Play}
            label={t('actions.resume')}
            disabled={isBusy}
            onClick={() => void act('resume')}
          />
        )}
        {isLive ? (
          <IconButton
            size="sm"
            icon={X}
            label={t('actions.cancel')}
            disabled={isBusy}
            onClick={() => void act('cancel')}
          />
        ) : (
          <IconButton size="sm" icon={X} label={common('close')} onClick={() => dismissZip(zipId)} />
        )}
      </div>
      {isLive && <ProgressBar value={progress?.done ?? 0} max={zip.files} />}
      <output className="sr-only">{describeEnd(t, state, missingCount)}</output>
      {progress?.problem != null && <p className="text-bad">{progress.problem}</p>}
      {zip.unread > 0 && <p className="text-ink-muted">{t('unread', { count: zip.unread })}</p>}
      {progress !== undefined && missingCount > 0 && <Missing progress={progress} />}
      {(state === 'failed' || (state === 'done' && missingCount > 0)) && (
        <Button
          size="sm"
          icon={RotateCcw}
          busy={isBusy}
          className="self-start"
          onClick={() => void run(() => retryZip(zipId))}
        >
          {state === 'failed' ? t('actions.again') : t('actions.retry', { count: missingCount })}
        </Button>
      )}
    </div>
  )
}

const Ends = ({ at }: { at: string }) => <Time value={at} format="relative" />

function describeEnd(t: ZipText, state: ZipProgress['state'], missingCount: number): string {
  if (state === 'failed') return t('ended.failed')
  if (state !== 'done') return ''
  return missingCount === 0 ? t('ended.complete') : t('ended.lacking', { count: missingCount })
}

function Missing({ progress }: { progress: ZipProgress }) {
  const t = useTranslations('shell.zip')
  const { missing, missingCount, state } = progress
  const shown = new Set(missing.map(({ inspection }) => inspection)).size > 1
  return (
    <details className={classNames('min-w-0', state === 'done' ? 'text-bad' : 'text-ink-muted')}>
      <summary className="cursor-pointer">{t('missing', { count: missingCount })}</summary>
      <ul className="mt-1 flex flex-col gap-1.5 text-ink">
        {missing.map(({ auditId, mediaId, fileName, inspection, isIncomplete, reason }) => (
          <li key={`${auditId} ${mediaId} ${fileName}`} className="min-w-0">
            <p className="truncate" title={fileName}>
              {fileName.split('/').at(-1)}
            </p>
            <p className="text-xs text-ink-muted">
              {[shown ? inspection : '', isIncomplete ? t('incomplete') : '', reason]
                .filter((part) => part !== '')
                .join(' · ')}
            </p>
          </li>
        ))}
        {missingCount > missing.length && <li className="text-xs text-ink-muted">{t('manifest')}</li>}
      </ul>
    </details>
  )
}
