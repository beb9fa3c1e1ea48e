'use client'

import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { inputClass } from '@/components/ui/field'
import { classNames } from '@/lib/browser/class-names'
import { formatCount } from '@/lib/browser/numbers'
import type { FileProblem } from '@/lib/status-groups/portable'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'
import { ImportPreview } from './import-preview'
import { useImportRun } from './import-run'
import { useImportText } from './use-import-text'

const count = (number: number) => `${formatCount(number)} ${number === 1 ? 'group' : 'groups'}`

/** Creates the groups of a file or of pasted text. They are added to the existing groups, of which none is overwritten. */
export function ImportGroupsDialog({ board, onClose }: { board: StatusGroupBoard; onClose: () => void }) {
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
      title="Import status groups"
      description="Groups are added one after the other. None of those you have is changed."
      footer={
        hasRun ? (
          <>
            {isRunning && <Button onClick={stop}>Stop after this one</Button>}
            {!isRunning && again.size > 0 && (
              <Button onClick={() => run(groups, again)}>Try {count(again.size)} again</Button>
            )}
            <Button variant="primary" disabled={isRunning} onClick={onClose}>
              Close
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" disabled={chosen.length === 0} onClick={() => run(groups)}>
              {chosen.length === 0 ? 'Create groups' : `Create ${count(chosen.length)}`}
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

/** More than this is not shown in the field. */
const shownCharsMax = 100_000

/** A file, or text in the field. */
function ImportSource({
  text,
  isRead,
  onWrite,
  onFile,
}: {
  text: string
  /** There are groups in it: they need the room below. */
  isRead: boolean
  onWrite: (text: string) => void
  onFile: (file: File | undefined) => void
}) {
  const chooser = useRef<HTMLInputElement>(null)
  const isLong = text.length > shownCharsMax
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button icon={FileUp} data-autofocus onClick={() => chooser.current?.click()}>
          Choose a file
        </Button>
        <span className="text-ink-muted">or drop one here, or paste below what was exported.</span>
        <input
          ref={chooser}
          type="file"
          accept="application/json,.json"
          aria-label="File of status groups"
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
        aria-label="Status groups as JSON"
        value={isLong ? '' : text}
        placeholder={
          isLong
            ? 'A large file was read; it is not shown here.'
            : '{ "format": "sightline-status-groups", "version": 1, "groups": [ … ] }'
        }
        spellCheck={false}
        rows={isRead ? 3 : 6}
        onChange={(event) => onWrite(event.target.value)}
        className={classNames(inputClass, 'h-auto! py-1.5 font-mono text-xs!')}
      />
    </>
  )
}

function Problems({ problems, unshown }: { problems: readonly FileProblem[]; unshown: number }) {
  return (
    <div role="alert" className="rounded border border-bad/30 bg-bad-soft p-3">
      <p className="font-medium">Nothing was created: this has to be put right first</p>
      <ul className="mt-1 space-y-0.5">
        {problems.map(({ line, place, message }) => (
          <li key={`${line ?? ''} ${place} ${message}`} className="wrap-anywhere">
            {line !== null && <span className="tabular-nums">Line {formatCount(line)}: </span>}
            {place === '' ? message : `${place} ${message}.`}
          </li>
        ))}
      </ul>
      {unshown > 0 && <p className="mt-1">And {formatCount(unshown)} more.</p>}
    </div>
  )
}
