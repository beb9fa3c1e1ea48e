'use client'

import { useTranslations } from 'next-intl'
import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { inputClass } from '@/components/ui/inputs/field'
import { classNames } from '@/lib/browser/class-names'
import type { FileProblem } from '@/lib/status-groups/portable'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'
import { ImportPreview } from './import-preview'
import { useImportRun } from './import-run'
import { useImportText } from './use-import-text'

/** Creates the groups of a file or of pasted text. Existing groups are never overwritten. */
export function ImportGroupsDialog({ board, onClose }: { board: StatusGroupBoard; onClose: () => void }) {
  const t = useTranslations('statusGroups.import')
  const common = useTranslations('common')
  const { text, items, problems, toggle, write, readFile } = useImportText(board)
  const { states, isRunning, run, stop, reset } = useImportRun()
  const hasRun = states.length > 0
  const chosen = items.filter(({ isChosen }) => isChosen)
  const take = (file: File | undefined) => {
    if (file === undefined || isRunning) return
    reset()
    void readFile(file)
  }
  const groups = chosen.map(({ group }) => group)
  const again = new Set(states.flatMap(({ kind }, at) => (kind === 'failed' || kind === 'skipped' ? [at] : [])))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isRunning && onClose()}
      title={t('title')}
      description={t('description')}
      footer={
        hasRun ? (
          <>
            {isRunning && <Button onClick={stop}>{t('actions.stop')}</Button>}
            {!isRunning && again.size > 0 && (
              <Button onClick={() => run(groups, again)}>{t('actions.retry', { count: again.size })}</Button>
            )}
            <Button variant="primary" disabled={isRunning} onClick={onClose}>
              {common('close')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{common('cancel')}</Button>
            <Button variant="primary" disabled={chosen.length === 0} onClick={() => run(groups)}>
              {t('actions.create', { count: chosen.length })}
            </Button>
          </>
        )
      }
    >
      <div
        className="flex flex-col gap-3 text-sm"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          take(event.dataTransfer.files[0])
        }}
      >
        {!hasRun && <ImportSource text={text} isRead={items.length > 0} onWrite={write} onFile={take} />}
        {problems !== null && <Problems {...problems} />}
        {items.length > 0 && <ImportPreview items={hasRun ? chosen : items} states={states} onToggle={toggle} />}
      </div>
    </Dialog>
  )
}

/** Longer texts are not shown in the field. */
const shownCharsMax = 100_000

/** The source of an import: a file, or text in the field. */
function ImportSource({
  text,
  isRead,
  onWrite,
  onFile,
}: {
  text: string
  /** Whether the text contains groups. Their preview needs the space below. */
  isRead: boolean
  onWrite: (text: string) => void
  onFile: (file: File | undefined) => void
}) {
  const t = useTranslations('statusGroups.import.source')
  const chooser = useRef<HTMLInputElement>(null)
  const isLong = text.length > shownCharsMax
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button icon={FileUp} data-autofocus onClick={() => chooser.current?.click()}>
          {t('actions.choose')}
        </Button>
        <span className="text-ink-muted">{t('drop')}</span>
        <input
          ref={chooser}
          type="file"
          accept="application/json,.json"
          aria-label={t('file')}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            onFile(event.target.files?.[0])
            // Otherwise the same file could not be chosen again after it was corrected.
            event.target.value = ''
          }}
        />
      </div>
      <textarea
        aria-label={t('text')}
        value={isLong ? '' : text}
        placeholder={isLong ? t('large') : '{ "format": "sightline-status-groups", "version": 1, "groups": [ … ] }'}
        spellCheck={false}
        rows={isRead ? 3 : 6}
        onChange={(event) => onWrite(event.target.value)}
        className={classNames(inputClass, 'h-auto! py-1.5 font-mono text-xs!')}
      />
    </>
  )
}

function Problems({ problems, unshown }: { problems: readonly FileProblem[]; unshown: number }) {
  const t = useTranslations('statusGroups.import.problems')
  return (
    <div role="alert" className="rounded border border-bad/30 bg-bad-soft p-3">
      <p className="font-medium">{t('title')}</p>
      <ul className="mt-1 space-y-0.5">
        {problems.map(({ line, message }) => (
          <li key={`${line ?? ''} ${message}`} className="wrap-anywhere tabular-nums">
            {line === null ? message : t('line', { line, message })}
          </li>
        ))}
      </ul>
      {unshown > 0 && <p className="mt-1">{t('more', { count: unshown })}</p>}
    </div>
  )
}
