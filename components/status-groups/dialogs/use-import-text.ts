'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { describeSize, readPortable, type FileProblem } from '@/lib/status-groups/portable'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'
import { nameCharsMax } from '@/lib/status-groups/values-model'
import { listTaken, nameKey, numberName } from '@/lib/status-groups/view'
import type { ImportItem } from './import-preview'

/** The text of an import, from a file or pasted: its groups, which of them are excluded, and its problems. */
export function useImportText(board: StatusGroupBoard) {
  const t = useTranslations('statusGroups.portable')
  const [text, setText] = useState('')
  const [fileProblem, setFileProblem] = useState<string>()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [taken] = useState(() => listTaken(board))
  const read = text === '' ? null : readPortable(t, text)
  // A file that could not be read does not leave the groups of an earlier one ready to be created.
  const isReadable = fileProblem === undefined && read !== null
  const items = isReadable && 'groups' in read ? nameItems(read.groups, taken, left) : []
  const problems: { problems: readonly FileProblem[]; unshown: number } | null =
    fileProblem !== undefined
      ? { problems: [{ line: null, message: fileProblem }], unshown: 0 }
      : read !== null && 'problems' in read
        ? read
        : null
  return {
    text,
    items,
    problems,
    /** Includes or excludes the group at this position. */
    toggle: (at: number) => setLeft((now) => (now.has(at) ? without(now, at) : new Set([...now, at]))),
    write: (next: string) => {
      setText(next)
      setFileProblem(undefined)
      setLeft(new Set())
    },
    readFile: async (file: File) => {
      setLeft(new Set())
      const tooLarge = describeSize(t, file.size)
      if (tooLarge !== null) return setFileProblem(t('inFile', { file: file.name, problem: tooLarge }))
      try {
        const content = await file.text()
        setFileProblem(content.trim() === '' ? t('inFile', { file: file.name, problem: t('empty') }) : undefined)
        setText(content)
      } catch {
        setFileProblem(t('unreadable', { file: file.name }))
      }
    },
  }
}

function without(set: ReadonlySet<number>, one: number): Set<number> {
  return new Set([...set].filter((each) => each !== one))
}

/** The groups of a file with their new names: a name that already exists, or occurs earlier in the file, gets a number. */
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
