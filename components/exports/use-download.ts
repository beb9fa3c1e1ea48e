'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { saveFrom } from '@/lib/browser/save-file'
import { exportCalls } from '@/lib/exports/queries'

/** A document that another host stores. */
export interface Elsewhere {
  url: string
  host: string
}

/**
 * Downloads a finished document. Its address is requested each time, because links expire. An address at another host
 * is not opened: it stays in `elsewhere` until `forget` is called.
 */
export function useDownload() {
  const t = useTranslations('exports')
  const toast = useToast()
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ jobId, position }: { jobId: string; position: number }) => exportCalls.link(jobId, position),
    onSuccess: (link) => {
      if (link.kind === 'elsewhere') setElsewhere({ url: link.url, host: link.host })
      else saveFrom(link.href)
    },
    onError: (error) =>
      toast.show({ tone: 'bad', title: t('notDownloaded'), description: describeError(error).message }),
  })
  return {
    download: (jobId: string, position: number) => mutate({ jobId, position }),
    /** Position of the file whose address is being requested. */
    busy: isPending ? variables.position : null,
    elsewhere,
    forget: () => setElsewhere(null),
  }
}
