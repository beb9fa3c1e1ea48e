'use client'

import { useEffect, useEffectEvent, useState, type ComponentProps } from 'react'
import { Spinner } from '@/components/ui/spinner'
import type { FileState } from '@/components/media/file-store'
import { readHeic } from './heic'
import { ImageStage } from './image-stage'
import { describeLoading } from './loading'

interface Shown {
  url: string
  isConverted: boolean
}

/** A HEIC photo, made visible in this browser. Nothing is sent anywhere for it. */
export function HeicStage({
  file,
  ...stage
}: { file: FileState } & Omit<ComponentProps<typeof ImageStage>, 'preview' | 'original' | 'note'>) {
  const shown = useShownHeic(file.status === 'ready' ? file.blob : null, stage.onFail)
  if (shown === null) {
    return (
      <output className="flex items-center gap-2 px-4 text-center text-sm text-white/85 tabular-nums">
        <Spinner />
        {file.status === 'ready'
          ? 'Converting the HEIC photo in your browser'
          : describeLoading('Loading the HEIC photo', file)}
      </output>
    )
  }
  const note = shown.isConverted ? 'HEIC, converted in your browser' : null
  return <ImageStage {...stage} preview={null} original={shown.url} note={note} />
}

/** What became of each file that is still held: going back to one takes no second conversion. */
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
