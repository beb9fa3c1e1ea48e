'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addressOf } from '@/lib/base-path'
import { thumbHref } from '@/lib/media/model'
import { reportQueries } from '@/lib/report/queries'
import type { ReportAnswer } from '@/lib/report/schema'
import { reviewQueries } from '@/lib/review/queries'
import type { QueueState } from './queue-state'

const picturesMax = 12
/** Browsers may drop a picture without a reference before it has loaded. */
const pictures: HTMLImageElement[] = []
const picturesKept = 60

/** Loading ahead waits until the inspection on screen is painted, and is skipped when the person moves on sooner. */
const restMs = 50

/** The number of following reports that are loaded ahead, for a person who presses a key several times. */
const aheadCount = 10

/**
 * Loads ahead: first the inspection on screen, the next two and the previous one, with their reviews and the photos of their
 * failures, then the reports of further ones. The strip on screen loads the review of the current inspection itself.
 */
export function usePreload({ ids, at }: QueueState): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let isWanted = true
    const current = ids[at]
    const load = async () => {
      for (const id of [...ids.slice(at, at + 3), ...ids.slice(Math.max(0, at - 1), at)]) {
        if (!isWanted) return
        if (id !== current) void queryClient.prefetchQuery(reviewQueries.detail(id))
        try {
          preloadPictures(await queryClient.fetchQuery({ ...reportQueries.report(id), retry: false }))
        } catch {
          // The inspection shows its error when it is opened.
        }
      }
      for (const id of ids.slice(at + 3, at + 1 + aheadCount)) {
        if (!isWanted) return
        // A report that is already loaded is refreshed only when its turn is near.
        await queryClient.prefetchQuery({ ...reportQueries.report(id), retry: false, staleTime: Infinity })
      }
    }
    const timer = setTimeout(() => void load(), restMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [ids, at, queryClient])
}

function preloadPictures({ auditId, report }: ReportAnswer): void {
  const failed = new Set(
    report.items.filter((item) => item.failed && item.hidden === null).flatMap((item) => item.mediaIds),
  )
  const wanted = report.media.filter((media) => failed.has(media.id) && media.kind === 'image' && media.isFetchable)
  for (const media of wanted.slice(0, picturesMax)) {
    const picture = new Image()
    picture.decoding = 'async'
    picture.src = addressOf(thumbHref(auditId, media.id, 'medium'))
    pictures.push(picture)
  }
  pictures.splice(0, pictures.length - picturesKept)
}
