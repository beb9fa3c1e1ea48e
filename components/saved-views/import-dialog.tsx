'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { inputClass } from '@/components/ui/inputs/field'
import { useToast } from '@/components/ui/toast'
import { classNames } from '@/lib/browser/class-names'
import { readViewsFile, type ViewsFileProblem } from '@/lib/saved-views/file-model'
import { viewListPages } from '@/lib/saved-views/lists-model'
import type { Translator } from '@/lib/messages/translator'
import { savedViewCalls, savedViewQueries } from '@/lib/saved-views/queries'
import type { ViewsFile } from '@/lib/saved-views/schema'
import { useViewsOf } from './views-of'

const bytesMax = 900_000
const namesShown = 8

/** Imports views from a file or from pasted text as new views. An invalid file changes nothing. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('savedViews.import')
  const common = useTranslations('common')
  const format = useFormatter()
  const queryClient = useQueryClient()
  const toast = useToast()
  const adding = useMutation({
    mutationFn: (views: ViewsFile) => savedViewCalls.import(views),
    onSuccess: ({ added, renamed }) => {
      onClose()
      toast.show({
        tone: 'good',
        title: t('imported', { count: added.length }),
        ...(renamed.length === 0
          ? {}
          : { description: t('renamed', { names: format.list(renamed.map(({ to }) => to)) }) }),
      })
      return queryClient.invalidateQueries({ queryKey: savedViewQueries.all })
    },
  })
  const { text, file, problem, setText, take } = useViewsFile(() => adding.reset())
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={t('description')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            variant="primary"
            disabled={file === null}
            busy={adding.isPending}
            onClick={() => file !== null && adding.mutate(file)}
          >
            {file === null ? t('actions.import') : t('actions.importCounted', { count: file.views.length })}
          </Button>
        </>
      }
    >
      <div
        className="flex flex-col gap-3"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void take(event.dataTransfer.files[0])
        }}
      >
        <FileButton onChoose={(chosen) => void take(chosen)} />
        <textarea
          aria-label={t('text')}
          aria-invalid={problem !== undefined}
          aria-describedby="import-outcome"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={classNames(inputClass, 'h-40 resize-y py-2 font-mono text-xs')}
        />
        <div id="import-outcome" aria-live="polite" className="min-h-5 text-sm">
          {problem !== undefined && <p className="text-bad">{problem}</p>}
          {file !== null && problem === undefined && (
            <p className="text-ink-muted">
              {format.list([
                ...file.views.slice(0, namesShown).map(({ name }) => name),
                ...(file.views.length > namesShown ? [t('more', { count: file.views.length - namesShown })] : []),
              ])}
            </p>
          )}
        </div>
        {adding.error !== null && (
          <ErrorNotice error={adding.error} title={t('failure.title')} kept={t('failure.kept')} />
        )}
      </div>
    </Dialog>
  )
}

/** The text that was typed, pasted or read from a file, and the views in it. `onChange` is called when the text changes. */
function useViewsFile(onChange: () => void) {
  const t = useTranslations('savedViews.import.problem')
  const shell = useTranslations('shell')
  const { list } = useViewsOf()
  const [text, setText] = useState('')
  const [fileProblem, setFileProblem] = useState<string>()
  const read = text === '' ? null : readViewsFile(text, list)
  const take = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    onChange()
    if (chosen.size > bytesMax) return setFileProblem(t('tooLarge', { name: chosen.name }))
    try {
      const content = await chosen.text()
      setFileProblem(content.trim() === '' ? t('emptyFile', { name: chosen.name }) : undefined)
      setText(content)
    } catch {
      setFileProblem(t('unreadable', { name: chosen.name }))
    }
  }
  return {
    text,
    file: read !== null && 'file' in read ? read.file : null,
    problem: fileProblem ?? (read !== null && 'problem' in read ? describeProblem(t, shell, read.problem) : undefined),
    setText: (typed: string) => {
      setText(typed)
      setFileProblem(undefined)
      onChange()
    },
    take,
  }
}

function describeProblem(
  t: Translator<'savedViews.import.problem'>,
  shell: Translator<'shell'>,
  problem: ViewsFileProblem,
): string {
  if (problem.kind === 'view') return t('view', problem)
  if (problem.kind === 'part') return t('part', problem)
  if (problem.kind === 'otherList') return t('otherList', { list: shell(viewListPages[problem.list].name) })
  return t(problem.kind)
}

function FileButton({ onChoose }: { onChoose: (chosen: File | undefined) => void }) {
  const t = useTranslations('savedViews.import')
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <div className="flex items-center gap-3">
      <Button icon={FileUp} onClick={() => chooser.current?.click()} data-autofocus>
        {t('actions.choose')}
      </Button>
      <span className="text-sm text-ink-muted">{t('orDrop')}</span>
      <input
        ref={chooser}
        type="file"
        accept="application/json,.json"
        aria-label={t('file')}
        className="hidden"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          onChoose(chosen)
          // The same file can be chosen again after it was corrected.
          event.target.value = ''
        }}
      />
    </div>
  )
}
