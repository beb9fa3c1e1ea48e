import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { announce } from '@/lib/browser/announce'
import type { ReadChoices } from '@/lib/user-jobs/parse/parse'
import type { ReadProgress } from '@/lib/user-jobs/parse/read'
import { problems } from '@/lib/user-jobs/sheet/kinds'
import type { Problem } from '@/lib/user-jobs/sheet/types'
import { benchOfRead, type BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { loadColumnMemory } from '@/components/user-jobs/workbench/column-choice'
import { fetchCurrentUsers } from './import-current'
import { createSheetWorker, type SheetWorker } from './sheet-client'

type Source = File | Blob | { text: string }

export interface Import {
  /** The progress of the source that is being read; null for none. */
  progress: (ReadProgress & { sourceName: string }) | null
  /** Why the last source was not read; null if it was read. `sourceName` is null if there were several files. */
  problem: { sourceName: string | null; problem: Problem } | null
  /** Why the current users could not be loaded; null if they were loaded. */
  failure: unknown
  read: (source: Source, sourceName: string, choices?: ReadChoices) => Promise<void>
  readFiles: (files: FileList | null | undefined) => void
  readPaste: (text: string) => void
  readCurrentUsers: () => Promise<void>
  stop: () => void
}

/** Reads one source at a time. A new source stops the previous read. */
export function useImport(onRead: (bench: BenchSheet) => void): Import {
  const t = useTranslations('userJobs')
  const worker = useRef<SheetWorker>(null)
  const current = useRef<AbortController>(null)
  const [progress, setProgress] = useState<Import['progress']>(null)
  const [problem, setProblem] = useState<Import['problem']>(null)
  const [failure, setFailure] = useState<unknown>(null)

  useEffect(() => {
    const made = createSheetWorker()
    worker.current = made
    return () => made.dispose()
  }, [])
  useEffect(() => () => current.current?.abort(), [])

  /** Stops the current read and clears its problem. */
  const begin = (sourceName: string) => {
    current.current?.abort()
    const mine = new AbortController()
    current.current = mine
    setProblem(null)
    setFailure(null)
    setProgress({ sourceName, step: 'reading', rows: null })
    return mine
  }
  const read = async (source: Source, sourceName: string, choices?: ReadChoices) => {
    const mine = begin(sourceName)
    const answer = await worker.current?.read(source, {
      memory: loadColumnMemory(),
      ...(choices === undefined ? {} : { choices }),
      signal: mine.signal,
      onProgress: (next) => {
        if (!mine.signal.aborted) setProgress({ ...next, sourceName })
      },
    })
    if (answer === undefined || current.current !== mine) return
    setProgress(null)
    if (answer.problem === null) {
      const count = answer.read.table.rows.length
      announce(t('upload.read', { name: sourceName, count }))
      onRead(benchOfRead(answer.read, { sourceName, source }))
    } else if (answer.problem.code !== 'stopped') setProblem({ sourceName, problem: answer.problem })
  }
  return {
    progress,
    problem,
    failure,
    read,
    readFiles: (files) => {
      const [file, ...others] = files ?? []
      if (file === undefined) return
      if (others.length > 0) setProblem({ sourceName: null, problem: problems.manyFiles(others.length + 1) })
      else void read(file, file.name)
    },
    readPaste: (text) => void read({ text }, t('upload.names.pasted')),
    readCurrentUsers: async () => {
      const mine = begin(t('upload.names.current'))
      try {
        const { file, sourceName } = await fetchCurrentUsers(t, mine.signal)
        await read(file, sourceName)
      } catch (error) {
        if (mine.signal.aborted) return
        setProgress(null)
        setFailure(error)
      }
    },
    stop: () => {
      current.current?.abort()
      setProgress(null)
      announce(t('upload.stopped'))
    },
  }
}
