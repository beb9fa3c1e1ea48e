'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useToast } from '@/components/ui/toast'
import { addressOf } from '@/lib/base-path'
import { describeError } from '@/lib/browser/describe-error'
import { saveBlob } from '@/lib/browser/save-file'
import { documentName } from '@/lib/exports/model'
import { exportCalls, exportQueries } from '@/lib/exports/queries'
import type { ExportJobSummary } from '@/lib/exports/schema'
import { titleOfJob } from './texts'

/** Names of documents, each once: "Round.pdf", "Round (2).pdf". */
export function nameOnce(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.')
    const [stem, ending] = dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)]
    let own = name
    for (let number = 2; taken.has(own.toLowerCase()); number += 1) own = `${stem} (${number})${ending}`
    taken.add(own.toLowerCase())
    return own
  })
}

/** Characters that a name inside a zip must not have. */
const plain = (name: string) => name.replaceAll(/[/\\:*?"<>|]/g, '_')

/**
 * Downloads all finished documents of an export as one zip, made in the browser, and of several exports as one zip each.
 * A document at another host, or one that SafetyCulture has deleted, is left out, and the notice says how many are.
 */
export function useDownloadAll() {
  const tExports = useTranslations('exports')
  const t = useTranslations('exports.zip')
  const toast = useToast()
  const queryClient = useQueryClient()
  const [done, setDone] = useState(0)
  const makeZip = async (jobId: string) => {
    const { downloadZip } = await import('client-zip')
    const job = await queryClient.fetchQuery(exportQueries.job(jobId))
    const ready = job.files.filter(({ state }) => state === 'ready')
    const names = nameOnce(
      ready.map((file) => plain(file.fileName ?? documentName(file.title, file.auditId, job.format))),
    )
    let left = 0
    async function* documents() {
      for (const [at, file] of ready.entries()) {
        const input = await readDocument(jobId, file.position)
        setDone((count) => count + 1)
        if (input === null) left += 1
        else yield { name: names[at] ?? file.auditId, input }
      }
    }
    const blob = await downloadZip(documents()).blob()
    return { blob, left, count: ready.length - left }
  }
  const { mutate, isPending } = useMutation({
    mutationFn: async (jobs: readonly ExportJobSummary[]) => {
      setDone(0)
      let left = 0
      for (const job of jobs) {
        // oxlint-disable-next-line no-await-in-loop -- one at a time, so that only one zip is in memory
        const zip = await makeZip(job.jobId)
        if (zip.count > 0) saveBlob(`${plain(titleOfJob(tExports, job))}.zip`, zip.blob)
        left += zip.left
      }
      return left
    },
    onSuccess: (left) => {
      if (left > 0) toast.show({ tone: 'attention', title: t('left', { count: left }), description: t('leftText') })
    },
    onError: (error) => toast.show({ tone: 'bad', title: t('failed'), description: describeError(error).message }),
    // The sizes of the documents are known after their download.
    onSettled: () => queryClient.invalidateQueries({ queryKey: exportQueries.all }),
  })
  return { downloadAll: mutate, isPending, done }
}

/** Reads a document; null if it cannot be downloaded here. */
async function readDocument(jobId: string, position: number): Promise<Response | null> {
  const link = await exportCalls.link(jobId, position).catch(() => null)
  if (link?.kind !== 'here') return null
  const response = await fetch(addressOf(link.href))
  return response.ok ? response : null
}
