'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { exportCalls } from '@/lib/exports/queries'

/** A document that lies at another host, for the person to open there. */
export interface Elsewhere {
  url: string
  host: string
}

/**
 * Downloads a finished document. Where it lies is asked anew each time: links end. What lies at another host is not
 * opened by itself; `elsewhere` then has its address until `forget` is called.
 */
export function useDownload() {
  const toast = useToast()
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ jobId, position }: { jobId: string; position: number }) => exportCalls.link(jobId, position),
    onSuccess: (link) => {
      if (link.kind === 'elsewhere') setElsewhere({ url: link.url, host: link.host })
      else saveFrom(link.href)
    },
    onError: (error) =>
      toast.show({ tone: 'bad', title: 'The document was not downloaded', description: describeError(error).message }),
  })
  return {
    download: (jobId: string, position: number) => mutate({ jobId, position }),
    /** Position of the file whose address is being asked for. */
    busy: isPending ? variables.position : null,
    elsewhere,
    forget: () => setElsewhere(null),
  }
}

/** Has the browser save what the console's own address gives. */
function saveFrom(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
