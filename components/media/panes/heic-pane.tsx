'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useState, type ComponentProps } from 'react'
import { Spinner } from '@/components/ui/spinner'
import type { FileState } from '@/components/media/file-store'
import { readHeic } from './heic'
import { ImagePane } from './image-pane'
import { useLoadingText } from './loading'

interface Shown {
  url: string
  isConverted: boolean
}

/** A HEIC photo, converted in this browser. The file is not sent to any server for this. */
export function HeicPane({
  file,
  ...pane
}: { file: FileState } & Omit<ComponentProps<typeof ImagePane>, 'preview' | 'original' | 'note'>) {
  const t = useTranslations('media.loading')
  const describeLoading = useLoadingText()
  const shown = useShownHeic(file.status === 'ready' ? file.blob : null, pane.onFail)
  if (shown === null) {
    return (
      <output className="flex items-center gap-2 px-4 text-center text-sm text-white/85 tabular-nums">
        <Spinner />
        {file.status === 'ready' ? t('heicConverting') : describeLoading('heic', file)}
      </output>
    )
  }
  const note = shown.isConverted ? t('heicConverted') : null
  return <ImagePane {...pane} preview={null} original={shown.url} note={note} />
}

/** The converted photos of the files in memory, so that returning to a file needs no second conversion. */
const converted = new WeakMap<Blob, Blob>()

function useShownHeic(file: Blob | null, onFail: () => void): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null)
  const fail = useEffectEvent(onFail)
  useEffect(() => {
    if (file === null) return undefined
    const stop = new AbortController()
    let url: string | null = null
    const run = async () => {
      const known = converted.get(file)
      const { blob, isConverted } =
        known === undefined ? await readHeic(file, stop.signal) : { blob: known, isConverted: true }
      if (stop.signal.aborted) return
      if (isConverted) converted.set(file, blob)
      url = URL.createObjectURL(blob)
      setShown({ url, isConverted })
    }
    run().catch(() => {
      if (!stop.signal.aborted) fail()
    })
    return () => {
      stop.abort()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [file])
  return shown
}
