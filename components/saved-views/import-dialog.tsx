'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { inputClass } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { classNames } from '@/lib/browser/class-names'
import { readViewsFile } from '@/lib/saved-views/model'
import { savedViewCalls, savedViewQueries } from '@/lib/saved-views/queries'
import type { ViewsFile } from '@/lib/saved-views/schema'

const bytesMax = 900_000
const namesShown = 8

/** Reads views from a file or from what is pasted, and adds them to those there are. A bad file changes nothing. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const adding = useMutation({
    mutationFn: (views: ViewsFile) => savedViewCalls.import(views),
    onSuccess: ({ added, renamed }) => {
      onClose()
      toast.show({
        tone: 'good',
        title: added.length === 1 ? 'Imported 1 view' : `Imported ${added.length} views`,
        ...(renamed.length === 0
          ? {}
          : { description: `Taken names got a number: ${renamed.map(({ to }) => to).join(', ')}.` }),
      })
      return queryClient.invalidateQueries({ queryKey: savedViewQueries.all })
    },
  })
  const { text, file, problem, setText, take } = useViewsFile(() => adding.reset())
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Import views"
      description="They are added as views of your own. None of those you have is changed."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={file === null}
            busy={adding.isPending}
            onClick={() => file !== null && adding.mutate(file)}
          >
            {file === null ? 'Import' : file.views.length === 1 ? 'Import 1 view' : `Import ${file.views.length} views`}
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
          aria-label="Text of the file"
          aria-invalid={problem !== undefined}
          aria-describedby="import-outcome"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={classNames(inputClass, 'h-40 resize-y py-2 font-mono text-xs')}
        />
        <div id="import-outcome" aria-live="polite" className="min-h-5 text-sm">
          {problem !== undefined && <p className="text-bad">This cannot be imported. {problem}</p>}
          {file !== null && problem === undefined && (
            <p className="text-ink-muted">
              {file.views
                .slice(0, namesShown)
                .map(({ name }) => name)
                .join(', ')}
              {file.views.length > namesShown && ` and ${file.views.length - namesShown} more`}
            </p>
          )}
        </div>
        {adding.error !== null && (
          <ErrorNotice error={adding.error} title="No view was imported" kept="What you chose is still here." />
        )}
      </div>
    </Dialog>
  )
}

/** What was typed, pasted or read from a file, and the views in it. `onChange` is called whenever that changes. */
function useViewsFile(onChange: () => void) {
  const [text, setText] = useState('')
  const [fileProblem, setFileProblem] = useState<string>()
  const read = text === '' ? null : readViewsFile(text)
  const take = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    onChange()
    if (chosen.size > bytesMax) return setFileProblem(`${chosen.name} is too large to be a file of views.`)
    try {
      const content = await chosen.text()
      setFileProblem(content.trim() === '' ? `${chosen.name} is empty.` : undefined)
      setText(content)
    } catch {
      setFileProblem(`${chosen.name} could not be read. Choose it again.`)
    }
  }
  return {
    text,
    file: read !== null && 'file' in read ? read.file : null,
    problem: fileProblem ?? (read !== null && 'problem' in read ? read.problem : undefined),
    setText: (typed: string) => {
      setText(typed)
      setFileProblem(undefined)
      onChange()
    },
    take,
  }
}

function FileButton({ onChoose }: { onChoose: (chosen: File | undefined) => void }) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <div className="flex items-center gap-3">
      <Button icon={FileUp} onClick={() => chooser.current?.click()} data-autofocus>
        Choose a file
      </Button>
      <span className="text-sm text-ink-muted">or drop it here, or paste its text below.</span>
      <input
        ref={chooser}
        type="file"
        accept="application/json,.json"
        aria-label="File of views"
        className="hidden"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          onChoose(chosen)
          // The same file may be chosen again once it was put right.
          event.target.value = ''
        }}
      />
    </div>
  )
}
