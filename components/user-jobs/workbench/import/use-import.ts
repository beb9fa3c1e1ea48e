import { useEffect, useRef, useState } from 'react'
import { announce } from '@/lib/browser/announce'
import { formatCount } from '@/lib/browser/numbers'
import type { ReadChoices } from '@/lib/user-jobs/parse/parse'
import type { ReadProgress } from '@/lib/user-jobs/parse/read'
import type { Problem } from '@/lib/user-jobs/sheet/types'
import { benchOfRead, type BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { loadColumnMemory } from '@/components/user-jobs/workbench/column-choice'
import { fetchCurrentUsers } from './import-current'
import { createSheetWorker, type SheetWorker } from './sheet-client'

type Source = File | Blob | { text: string }

export interface Import {
  /** What is being read; null when nothing is. */
  progress: (ReadProgress & { sourceName: string }) | null
  /** Why the last source was not read; null when it was. */
  problem: { sourceName: string; problem: Problem } | null
  /** Why the current users could not be fetched; null when they could. */
  failure: unknown
  read: (source: Source, sourceName: string, choices?: ReadChoices) => Promise<void>
  readFiles: (files: FileList | null | undefined) => void
  readPaste: (text: string) => void
  readCurrentUsers: () => Promise<void>
  stop: () => void
}

/** Reads one source at a time: a new one stops the one before. */
export function useImport(onRead: (bench: BenchSheet) => void): Import {
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

  /** Stops what is being read, and clears what was said of it. */
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
      announce(`${sourceName}: ${formatCount(count)} rows read.`)
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
      if (others.length > 0) {
        const message = `${formatCount(others.length + 1)} files came at once. Bring in one at a time.`
        setProblem({ sourceName: 'The files', problem: { code: 'not-a-table', message } })
      } else void read(file, file.name)
    },
    readPaste: (text) => void read({ text }, 'Pasted rows'),
    readCurrentUsers: async () => {
      const mine = begin('Current users')
      try {
        const { file, sourceName } = await fetchCurrentUsers(mine.signal)
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
      announce('Stopped. Nothing was changed.')
    },
  }
}
