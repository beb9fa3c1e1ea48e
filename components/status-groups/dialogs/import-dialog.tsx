'use client'

import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { inputClass } from '@/components/ui/field'
import { classNames } from '@/lib/browser/class-names'
import { formatCount } from '@/lib/browser/numbers'
import { describeSize, readPortable, type FileProblem } from '@/lib/status-groups/portable'
import { nameCharsMax, type StatusGroupBoard } from '@/lib/status-groups/schema'
import { nameKey, numberName } from '@/lib/status-groups/view'
import { listTaken } from './create-draft'
import { ImportPreview, type ImportItem } from './import-preview'
import { useImportRun } from './import-run'

const count = (number: number) => `${formatCount(number)} ${number === 1 ? 'group' : 'groups'}`

/** Creates the groups of a file, or of what is pasted. They are added to those there are; none of these is written over. */
export function ImportGroupsDialog({ board, onClose }: { board: StatusGroupBoard; onClose: () => void }) {
  const [text, setText] = useState('')
  const [fileProblem, setFileProblem] = useState<string>()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [taken] = useState(() => listTaken(board))
  const chooser = useRef<HTMLInputElement>(null)
  const { states, isRunning, run, stop, reset } = useImportRun()
  const hasRun = states.length > 0

  const read = text === '' ? null : readPortable(text)
  const items = read !== null && 'groups' in read ? nameItems(read.groups, taken, left) : []
  const chosen = items.filter(({ isChosen }) => isChosen)
  const problems: { problems: FileProblem[]; unshown: number } | null =
    fileProblem !== undefined
      ? { problems: [{ line: null, place: '', message: fileProblem }], unshown: 0 }
      : read !== null && 'problems' in read
        ? read
        : null

  const take = async (file: File | undefined) => {
    if (file === undefined || isRunning) return
    reset()
    setLeft(new Set())
    const tooLarge = describeSize(file.size)
    if (tooLarge !== null) return setFileProblem(`${file.name}: ${tooLarge}`)
    try {
      const content = await file.text()
      setFileProblem(content.trim() === '' ? `${file.name} is empty.` : undefined)
      setText(content)
    } catch {
      setFileProblem(`${file.name} could not be read. Choose it again.`)
    }
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
          void take(event.dataTransfer.files[0])
        }}
      >
        {!hasRun && (
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
                  void take(event.target.files?.[0])
                  // The same file can be chosen again after it was put right.
                  event.target.value = ''
                }}
              />
            </div>
            <textarea
              aria-label="Status groups as JSON"
              value={text.length > 100_000 ? '' : text}
              placeholder={
                text.length > 100_000
                  ? 'A large file was read; it is not shown here.'
                  : '{ "format": "sightline-status-groups", "version": 1, "groups": [ … ] }'
              }
              spellCheck={false}
              rows={items.length > 0 ? 3 : 6}
              onChange={(event) => {
                setText(event.target.value)
                setFileProblem(undefined)
                setLeft(new Set())
              }}
              className={classNames(inputClass, 'h-auto! py-1.5 font-mono text-xs!')}
            />
          </>
        )}
        {problems !== null && <Problems {...problems} />}
        {items.length > 0 && (
          <ImportPreview
            items={hasRun ? chosen : items}
            states={states}
            onToggle={(at) => setLeft((now) => (now.has(at) ? without(now, at) : new Set([...now, at])))}
          />
        )}
      </div>
    </Dialog>
  )
}

function without(set: ReadonlySet<number>, one: number): Set<number> {
  return new Set([...set].filter((each) => each !== one))
}

/** The groups of a file with the names that they get: one that is taken, there or earlier in the file, gets a number. */
function nameItems(
  groups: ReadonlyArray<ImportItem['group']>,
  taken: ReadonlySet<string>,
  left: ReadonlySet<number>,
): ImportItem[] {
  const used = new Set(taken)
  return groups.map((group, at) => {
    const isChosen = !left.has(at)
    const name = isChosen ? numberName(group.name.trim(), used, nameCharsMax) : group.name.trim()
    if (isChosen) used.add(nameKey(name))
    return { at, group: { ...group, name }, givenName: group.name.trim(), isChosen }
  })
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
